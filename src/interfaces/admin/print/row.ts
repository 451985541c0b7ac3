import { type LocalTime, localTime } from '../../../base/index.js';
import type { PrintJobStatus } from '../../../paper/printing/index.js';
import type { AdminParts } from '../operation.js';

/** A job as displayed by `print jobs`, in Belgrade time. */
export interface PrintJobRow extends PrintJobStatus {
  readonly time: LocalTime;
  /** PFR number of its receipt; null when the receipt cannot be read. */
  readonly number: string | null;
}

export async function printJobRow({ ledger }: Pick<AdminParts, 'ledger'>, job: PrintJobStatus): Promise<PrintJobRow> {
  const invoice = await ledger.invoice(job.uuid);
  return { ...job, time: localTime(job.createdAt), number: invoice?.signature.invoiceNumber ?? null };
}
