/**
 * The wiring: opens a box from its data folder, and runs it as a service.
 *
 * - `open.ts` creates the parts of a box for the service, for commands and for tests; nothing is started.
 * - `service.ts` starts and stops the parts of a service in order (`serviceParts.ts`).
 * - The other files connect two or three folders each: certificate, health checks, card, updates, first start.
 *
 * Read `open.ts` first, then `service.ts` and `app.ts`.
 */
export { adminDepsOf } from './admin.js';
export { livenessProbes } from './health.js';
export { type Box, openBox } from './open.js';
export { BoxService } from './service.js';
