/** The wiring: puts the parts of a box together, and serves them. */
export { adminPartsOf } from './admin.js';
export { livenessProbes } from './liveness.js';
export { type Box, openBox } from './open.js';
export { BoxService } from './service.js';
