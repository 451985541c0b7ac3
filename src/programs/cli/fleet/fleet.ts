/**
 * Loaded on demand: an owner's server for many boxes. Its NATS server and boxes, the ingester, decisions of a person
 * about an alarm, prices and settings of a group, reports, messages to the owner, and the stream.
 */
export { readItems } from '../../../shop/catalogue/index.js';
export {
  addBox,
  closeAlarm,
  ingest,
  initServer,
  listBoxes,
  configureStream,
  moveBox,
  readTarget,
  readReported,
  replay,
  report,
  REPORT_BY,
  retireBox,
  revokeBox,
  send,
  serverFault,
  setBack,
  setCatalogue,
  setSettings,
  acceptFork,
  writeReported,
} from '../../fleet/index.js';
