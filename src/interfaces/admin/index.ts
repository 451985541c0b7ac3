/**
 * Operations that an operator or a page can run on a box: the command line, the control socket and the pages share
 * them.
 *
 * An *operation* declares the *permission* it needs and the schema of its *question*; question and *answer* are plain
 * JSON, because they may cross a socket. An error is a message for the operator. `onProgress` reports progress, and
 * the signal aborts when the caller no longer waits.
 *
 * Read in this order: `operation.ts`, `operations.ts` (the registry), `perform.ts`, one operation such as `backup.ts`,
 * then `socket.ts` and `controlServer.ts`.
 */
export type { AuditPage, AuditRow } from './audit.js';
export type { CardInfo, CardRow } from './card/info.js';
export type { CardPinAnswer } from './card/pin.js';
export { fewTries, noService } from './card/pinTexts.js';
export type { ReaderLine } from './card/readers.js';
export { certificateNotStored, type CertificateRow, type CertificateState } from './certificate/show.js';
export { ControlServer } from './controlServer.js';
export type { ChangedKey, KeyRow } from './keys.js';
export type { ItemPage, ItemRow } from './items.js';
export type { GroupReport } from '../../outward/group/index.js';
export type { LedgerEnd } from './backup.js';
export type { MailTest } from './delivery.js';
export {
  type AdminDeps,
  ALL_PERMISSIONS,
  type OwnAuthority,
  type Permissions,
  PERMISSIONS,
  type OnProgress,
} from './operation.js';
export { type Answer, type Input, type OperationName, OPERATIONS, type Reply } from './operations.js';
export { checkInput, perform } from './perform.js';
export type { TabletRow, UserRow } from './users.js';
export type { SetupState } from './setup.js';
export type { OpenReceipt } from './pfr/openReceipts.js';
export type { ProcessorRow } from './pfr/status.js';
export { noSuchPrinter } from './print/printRefusals.js';
export type { PrintJobRow } from './print/jobs.js';
export type { PrinterFound, PrinterRow, PrinterTest } from './print/printers.js';
export type { CardSummary } from './receipts/cardSummary.js';
export type { FoundReceipts, ReceiptRow } from './receipts/find.js';
export type { QueueRow, UnsettledRow } from './queue.js';
export { callService, ACCESS_DENIED, NOT_RESPONDING, socketPath, unreachable } from './socket.js';
export type { ShownUpdate } from './update.js';
