/** Printers and their jobs. */
export { createSpooler } from './createSpooler.js';
export {
  type DrawerRefusal,
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
  type Cause,
  FAULT_TEXTS,
  JOB_WORDS,
  nextCommand,
  nextStep,
  NO_PRINTER,
  NOT_CHECKED,
  NOT_PROBED,
  PRINTER_WORDS,
  PROOF_WORDS,
  reasonWords,
} from './texts.js';
export { jobsToCheck, wasCancelledByBox } from './unprintedJobs.js';
