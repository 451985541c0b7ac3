import { assertNever } from '../../../base/index.js';
import { signedButMissing, PFR_REFUSALS } from '../../../processors/pfr/index.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import type { Reconciliation } from '../reconciliation/reconciliation.js';
import type { KeyStatus, KeyStatuses } from './keyStatus.js';
import { type IssueOutcome, type Order, outcomeUnknown, refused } from './order.js';

interface EarlierDeps {
  readonly keys: KeyStatuses;
  readonly reconciliation: Pick<Reconciliation, 'unclaimed' | 'possibleDuplicates'>;
}

/**
 * The outcome of an order that the processor was already asked to sign: its receipt if found, otherwise that the
 * outcome is still unknown. Undefined when the processor was not asked. The caller holds the key.
 */
export async function earlierOutcome(
  { keys, reconciliation }: EarlierDeps,
  { environment, key, fingerprint }: Order,
): Promise<IssueOutcome | undefined> {
  if (key !== null) return answerTo(await keys.forHolder(environment, key));
  const { unclaimed, possibleDuplicates } = reconciliation;
  const content = fingerprint();
  const invoice = unclaimed.take(environment, content);
  if (invoice !== undefined) return { kind: 'replayed', invoice };
  const lost = possibleDuplicates.lostJustNow(environment, content);
  if (lost === undefined) return undefined;
  return refused(lost.number === null ? PFR_REFUSALS.sameSale : signedButMissing(lost.number));
}

/** The outcome of a request that follows from the state of its key; undefined when the request may proceed. */
export function answerTo(status: KeyStatus): IssueOutcome | undefined {
  switch (status.state) {
    case 'free':
    // The caller holds the key, so work or a queued order under it is the caller's own.
    case 'at work':
    case 'queued':
      return undefined;
    case 'open':
      return outcomeUnknown(status.timeToOutcome);
    case 'in doubt':
      return refused(status.number === null ? PFR_REFUSALS.doubt : signedButMissing(status.number));
    case 'issued':
      return { kind: 'replayed', invoice: status.invoice };
    case 'used for other content':
      return { kind: 'invalid', error: validationErrors.keyUsedForOther() };
    default:
      return assertNever(status);
  }
}
