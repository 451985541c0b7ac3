/** Operations that command line and control socket share. */
export type { CertificateRow } from './certificate/row.js';
export type { CertificateState } from './certificate/show.js';
export type { ChangedKey, KeyRow } from './keys.js';
export type { LedgerEnd } from './ledger.js';
export type { AdminParts, Tell } from './operation.js';
export { type Ask, isOperation, type OperationName, OPERATIONS, type Reply } from './operations.js';
export { perform, performAsked } from './perform.js';
export { ALL_PERMISSIONS, type Permissions, PERMISSIONS } from './permissions.js';
export type { TabletRow } from './tablets.js';
export type { SetupState } from './setup.js';
export type { UserRow } from './users.js';
export type { OpenReceipt } from './pfr/openReceipts.js';
export type { ProcessorRow } from './pfr/status.js';
export type { PrintJobRow } from './print/row.js';
export type { PrinterFound } from './print/find.js';
export type { PrinterTest } from './print/test.js';
export type { QueueRow } from './queue.js';
export { askService, ControlServer, unreachable } from './socket.js';
