/** What is served where no installed system starts: one page that restores an update, or tries what is installed once more. */
export { type BundleFolders, LAST_GOOD } from './bundles.js';
export { rescueHandler } from './handler.js';
export { bootOrder, type Rauc, raucProgram } from './rauc.js';
export { Rescue, type RescueParts } from './rescue.js';
