/** What the card says when the box starts, and the network that follows from it. */
export {
  type Applied,
  applyBoard,
  type BoardFolders,
  type BoardParts,
  CLAIM_FILE,
  FIRST_BOOT_FILE,
  FIRST_FILE,
  REPORT_FILE,
} from './apply.js';
export { ACCESS_POINT_FILE, STATE_FILE } from './plan.js';
export { rescueCodeOf } from './rescueCode.js';
export { type AccessPoint, type BoardState, readAccessPoint, readState } from './state.js';
export { ownAccessPoint, ownRescueCode, readRunFile, systemParts } from './system.js';
