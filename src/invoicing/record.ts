import type { Clock } from '../base/clock.js';
import type { Signature } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { ok, type Result } from '../base/result.js';
import type { StorageFailure } from '../ledger/entry.js';
import type { Intent } from '../ledger/intent.js';
import type { Attempt, IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Desk, PrintWish } from '../printing/printing.js';

export interface RecordParts {
  readonly ledger: Ledger;
  readonly paper: Desk;
  readonly clock: Clock;
  readonly log: Log;
}

/** For whom a receipt is recorded. */
export interface Caller {
  /** Names the API request in the log; null when nobody waits for it. */
  readonly askedBy: string | null;
  readonly print: PrintWish;
}

/** Puts a signed receipt into the ledger, with the jobs for its paper. */
export async function recordInvoice(
  { ledger, paper, clock, log }: RecordParts,
  signed: Omit<IssuedInvoice, 'uuid'>,
  { askedBy, print }: Caller,
): Promise<Result<IssuedInvoice, StorageFailure>> {
  const at = clock.now();
  const invoice: IssuedInvoice = { uuid: ledger.newUuid(at), ...signed };
  const jobs = paper.jobsFor({ uuid: invoice.uuid, invoiceType: invoice.draft.invoiceType, at }, print);
  const recorded = await ledger.issue(invoice, jobs);
  if (!recorded.ok) return recorded;
  paper.accept(jobs);
  const { uuid, environment, signature } = invoice;
  log('invoice.issued', { request: askedBy, uuid, number: signature.invoiceNumber, environment });
  return ok(invoice);
}

/** The receipt that an intent was about. It counts for the day on which it was asked for, however late it was found. */
export function receiptOf(
  intent: Intent,
  signature: Signature,
  settled?: Attempt['settled'],
): Omit<IssuedInvoice, 'uuid'> {
  const { requestId, environment, mode, draft, clientRequestId, fingerprint, createdAt } = intent;
  return {
    environment,
    mode,
    draft,
    signature,
    clientRequestId,
    fingerprint: clientRequestId === null ? null : fingerprint,
    createdAt,
    attempt: { requestId, ...(settled !== undefined && { settled }) },
  };
}
