import { type Clock, type Log, ok, type Result } from '../../../base/index.js';
import type { Signature } from '../../../contract/index.js';
import type { Attempt, Intent, IssuedInvoice, Ledger, StorageFailure } from '../../../platform/ledger/index.js';
import type { SignRequest } from '../../../processors/pfr/index.js';
import type { PrintOption, ReceiptPrinting } from '../../../paper/printing/index.js';

export interface RecordDeps {
  readonly ledger: Ledger;
  readonly receiptPrinting: ReceiptPrinting;
  readonly clock: Clock;
  readonly log: Log;
}

/** The request that a receipt is recorded for. */
interface RecordedFor {
  /** Names the caller in the log; null when no caller waits for the receipt. */
  readonly logRef: string | null;
  readonly print: PrintOption;
}

/** Records a signed receipt in the ledger together with its print jobs. */
export async function recordInvoice(
  { ledger, receiptPrinting, clock, log }: RecordDeps,
  signed: Omit<IssuedInvoice, 'uuid'>,
  { logRef, print }: RecordedFor,
): Promise<Result<IssuedInvoice, StorageFailure>> {
  const at = clock.now();
  const invoice: IssuedInvoice = { uuid: ledger.newUuid(at), ...signed };
  const jobs = receiptPrinting.jobsFor({ uuid: invoice.uuid, invoiceType: invoice.draft.invoiceType, at }, print);
  const recorded = await ledger.issue(invoice, jobs);
  if (!recorded.ok) return recorded;
  receiptPrinting.enqueueRecorded(jobs);
  const { uuid, environment, signature } = invoice;
  log('invoice.issued', { request: logRef, uuid, number: signature.invoiceNumber, environment });
  return ok(invoice);
}

/** The request to a processor for an intent, to sign it and to look it up. */
export function signRequestOf(intent: Intent): SignRequest {
  const { requestId, draft, taxLabels, esirNumber, counterBaseline } = intent;
  return { requestId, draft, taxLabels, esirNumber, counterBaseline };
}

/** The receipt of an intent. It counts for the day on which it was signed, however late it was found. */
export function unrecordedInvoiceOf(
  intent: Intent,
  signature: Signature,
  resolvedBy?: Attempt['settled'],
): Omit<IssuedInvoice, 'uuid'> {
  const { requestId, environment, mode, draft, clientRequestId, fingerprint, apiKey, createdAt } = intent;
  return {
    environment,
    mode,
    draft,
    signature,
    clientRequestId,
    fingerprint: clientRequestId === null ? null : fingerprint,
    createdAt,
    ...(apiKey !== undefined && { apiKey }),
    attempt: { requestId, ...(resolvedBy !== undefined && { settled: resolvedBy }) },
  };
}
