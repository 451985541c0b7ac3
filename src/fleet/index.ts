/** The owner's server: what boxes send goes into PostgreSQL, and is answered from there. No part of a box. */
export { DEFAULT_GRACE, ingest, type IngestOptions } from './ingest/ingest.js';
export {
  type BoxAttention,
  type FleetReport,
  type OpenAlarm,
  report,
  REPORT_BY,
  type ReportBy,
  type ReportOptions,
} from './report.js';
export { closeAlarm, retireBox, takeFork } from './decide.js';
export type { PriceChange } from './group/catalogue.js';
export { setBack, setCatalogue, setSettings, type SetFault, type SetOptions, type SetVersion } from './group/set.js';
export { readTarget, readTold, send, writeTold } from './notify.js';
export type { NatsAddress } from './nats.js';
export type { BoxUser } from './server/accounts.js';
export { addBox, type Changed, listBoxes, moveBox, revokeBox, type StreamValue } from './server/boxes.js';
export { type Initialized, type InitOptions, initServer } from './server/init.js';
export type { FleetBox } from './server/rights.js';
export { lookAtStream, replay, type StreamChange, type StreamFacts } from './stream.js';
