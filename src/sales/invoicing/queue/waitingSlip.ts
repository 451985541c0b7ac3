import type { QueuedOrder } from '../../../platform/ledger/index.js';
import { type ReceiptPrinting, targetsOf } from '../../../paper/printing/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { waitingSlip } from '../../../paper/slips/index.js';
import type { Prepared } from '../draft/prepared.js';
import type { InvoiceRequest } from '../draft/validate.js';

export interface WaitingSlipParts {
  readonly settings: Pick<Settings, 'now'>;
  readonly receiptPrinting: Pick<ReceiptPrinting, 'printInfo'>;
}

/** Prints a slip for the customer of a sale that was just queued, on the first printer that would print the receipt. */
export function printWaitingSlip(
  { settings, receiptPrinting }: WaitingSlipParts,
  order: QueuedOrder,
  { print }: InvoiceRequest,
  { draft }: Prepared,
): void {
  const { offlineQueue, printers, company } = settings.now;
  const [printer] = targetsOf(printers, draft.invoiceType, print);
  // The sale is on the disk: it is not refused because its slip cannot be printed.
  if (offlineQueue.printSlip && printer !== undefined)
    receiptPrinting.printInfo(waitingSlip({ ...order, payments: draft.payments, company }), printer.name);
}
