import type { Signature, UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { ok, type Result } from '../base/result.js';
import type { StorageFailure } from '../ledger/entry.js';
import type { Intent } from '../ledger/intent.js';
import type { Attempt, IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';

export interface RecordParts {
  readonly ledger: Ledger;
  readonly now: () => UtcMs;
  readonly log: Log;
}

/** Puts a signed receipt into the ledger. `askedBy` names the API request in the log; null when nobody waits for it. */
export async function recordInvoice(
  { ledger, now, log }: RecordParts,
  signed: Omit<IssuedInvoice, 'uuid'>,
  askedBy: string | null,
): Promise<Result<IssuedInvoice, StorageFailure>> {
  const invoice: IssuedInvoice = { uuid: ledger.newUuid(now()), ...signed };
  const recorded = await ledger.issue(invoice);
  if (!recorded.ok) return recorded;
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
