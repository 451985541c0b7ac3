/** What is served where no installed system starts: one page that restores an update, or tries what is installed once more. */
export type { BundleFolders } from '../updates/index.js';
export { bootOrder } from './bootOrder.js';
export { rescueHandler } from './handler.js';
export { Rescue, type RescueParts } from './rescue.js';
