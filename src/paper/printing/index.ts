/**
 * Printers and their jobs: receipts, repeats and info slips on thermal printers.
 *
 * A "slip" is the description of one paper (see `slips/`). A "job" is the printing of one receipt on one printer; it is
 * recorded in the ledger before its first byte is sent. A printer is probed once for its "proof", which is the
 * strongest evidence that it can give that a slip was printed. A slip is "torn" when the printer may have received only
 * a part of it.
 *
 * Read `port.ts` first, then `printerWorker.ts` (one printer's jobs), `printerWorkers.ts` (one worker for each printer)
 * and `spooler.ts` (recording and passing on jobs). `session.ts` and `printerConnection.ts` find out whether a printer
 * is ready; `sendSlip.ts` sends a slip and waits for the proof. `escpos/` and `star/` encode slips, and `transport/`
 * opens connections.
 */
export { createSpooler } from './createSpooler.js';
export {
  PRINTER_STATES,
  type PrinterStatus,
  type Printing,
  type PrintJobStatus,
  type PrintOption,
  type PrintRefusal,
  type Proof,
  PROOFS,
  type ReceiptPrinting,
  type TestReport,
} from './port.js';
export { logoLoss } from './escpos/logo.js';
export { logoPicture } from './logoPicture.js';
export { Spooler } from './spooler.js';
export { missingFaces } from './escpos/font.js';
export { targetsOf } from './targets.js';
export {
  FAULT_TEXTS,
  JOB_STATE_TEXTS,
  jobsToCheck,
  nextCommand,
  nextStep,
  NO_PRINTER,
  NOT_CHECKED,
  NOT_PROBED,
  PRINTER_STATE_TEXTS,
  PROOF_TEXTS,
  reasonText,
  wasCancelledByBox,
} from './printingTexts.js';
