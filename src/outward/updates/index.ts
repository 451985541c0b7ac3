/**
 * Updates of a box that was made from an image: receives, checks and installs bundles, and tries the new system.
 *
 * The card of such a box has two systems ("slots"), and RAUC writes an update ("bundle") to the slot that is not
 * running. After the restart the new system is on "trial": it is confirmed when it works without a fault for two
 * minutes, otherwise the previous system starts again.
 *
 * Read `updateState.ts` first, then `updates.ts`. Receiving is in `incomingPart.ts`, `download.ts` and `upload.ts`,
 * checks in `accept.ts`, the installation in `installing.ts`, and the decision after a restart in `trial.ts`.
 */
export { adviceOf, deadTrialAdvice, endAdvice, type UpdateAdvice } from './advice.js';
export { type Bundle, type BundleFolders, Bundles, type OfferedBundle } from './bundles.js';
export type { Installed, UpdatesDeps } from './installing.js';
export {
  readUpdateState,
  stepOf,
  type TrialFault,
  type UpdateOutcome,
  UPDATES_FOLDER,
  type UpdateState,
} from './updateState.js';
export { isOnImage, Rauc, type RaucOptions } from './rauc.js';
export { runProgram } from './raucOutput.js';
export { MAX_PIECE, type Uploaded } from './upload.js';
export { REFUSALS as UPDATE_REFUSALS } from './accept.js';
export { Updates } from './updates.js';
export { needsNotice } from './trial.js';
