import type { QueuedOrder } from '../ledger/queued.js';
import type { Desk } from '../printing/printing.js';
import { targetsOf } from '../printing/targets.js';
import { queuedSlip } from '../receipt/queuedslip.js';
import type { Settings } from '../settings/settings.js';
import type { Prepared } from './order.js';
import type { InvoiceRequest } from './validate.js';

export interface WaitingSlipParts {
  readonly settings: Pick<Settings, 'now'>;
  readonly paper: Pick<Desk, 'notice'>;
}

/** Hands the customer of a sale that was queued just now a slip, on the first printer that would print the receipt. */
export function handOutSlip(
  { settings, paper }: WaitingSlipParts,
  order: QueuedOrder,
  { print }: InvoiceRequest,
  { draft }: Prepared,
): void {
  const { offlineQueue, printers } = settings.now;
  const [printer] = targetsOf(printers, draft.invoiceType, print);
  // A slip that does not come out is no reason to refuse a sale that is on the disk.
  if (offlineQueue.printSlip && printer !== undefined) paper.notice(queuedSlip({ ...order, draft }), printer.name);
}
