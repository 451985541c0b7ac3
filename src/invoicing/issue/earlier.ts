import { assertNever } from '../../base/index.js';
import { notHeld, REFUSALS } from '../../pfr/index.js';
import { refusals } from '../draft/refusals/refusals.js';
import type { Settling } from '../settling/settling.js';
import type { KeyStatus, KeyStatuses } from './keyStatus.js';
import { type IssueOutcome, type Order, outcomeUnknown, refused } from './order.js';

export interface EarlierParts {
  readonly keys: KeyStatuses;
  readonly settling: Pick<Settling, 'unclaimed' | 'soldTwice'>;
}

/**
 * The answer to an order that the processor was asked for before: its receipt, when it has been found, or that its outcome
 * is still not known. Undefined when it was not asked for. To be called with the key held.
 */
export async function earlierOutcome(
  { keys, settling }: EarlierParts,
  { environment, key, fingerprint }: Order,
): Promise<IssueOutcome | undefined> {
  if (key !== null) return answerTo(await keys.forHolder(environment, key));
  const { unclaimed, soldTwice } = settling;
  const content = fingerprint();
  const invoice = unclaimed.take(environment, content);
  if (invoice !== undefined) return { kind: 'replayed', invoice };
  const lost = soldTwice.lostJustNow(environment, content);
  if (lost === undefined) return undefined;
  return refused(lost.number === null ? REFUSALS.sameSale : notHeld(lost.number));
}

/** What a request is answered because of what stands under its key; undefined when it may go on. */
export function answerTo(status: KeyStatus): IssueOutcome | undefined {
  switch (status.state) {
    case 'free':
    // Work and queue are those of whoever holds the key.
    case 'at work':
    case 'queued':
      return undefined;
    case 'open':
      return outcomeUnknown(status.timeToOutcome);
    case 'in doubt':
      return refused(status.number === null ? REFUSALS.doubt : notHeld(status.number));
    case 'issued':
      return { kind: 'replayed', invoice: status.invoice };
    case 'used for other content':
      return { kind: 'invalid', error: refusals.keyUsedForOther() };
    default:
      return assertNever(status);
  }
}
