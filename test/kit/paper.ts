import { ok } from '../../src/base/result.js';
import type { ReceiptPrinting } from '../../src/paper/printing/port.js';

/** A box without printers. */
export const NO_PAPER: ReceiptPrinting = {
  jobsFor: () => [],
  enqueueRecorded: () => undefined,
  printInfo: () => ok(undefined),
};
