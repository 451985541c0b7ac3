import type { ParaSum } from '../base/index.js';
import type { KeyTally, PastTally } from '../ledger/index.js';

/** Fewer refunds in a day are never too many by their count. */
export const LEAST_REFUNDS = 5;
/** More than so many times the mean day is unusual. */
export const TIMES_USUAL = 3;
/** Days that make a past to compare with. */
export const LEAST_DAYS = 7;
/** In a shop where no key has a past, so many in a day are too many. */
export const MOST_WITHOUT_PAST = 20;

/** What a key refunded in the last day is far more than it was. Both per day; null where nothing is known. */
export interface UnusualRefunds extends Pick<KeyTally, 'refunds' | 'refunded'> {
  /** How many it were on a mean day before; null where no key of the shop has a past. */
  readonly usual: number | null;
  /** Is the key too new to be compared with itself? */
  readonly isNew: boolean;
}

/**
 * Are the refunds of the last day far above what they were? By their count, or by their amount, which then also is above what is
 * sold on a mean day: one refund of all takings is enough. A key that is too young is compared with the key that refunds most.
 */
export function unusualRefunds(
  { refunds, refunded }: KeyTally,
  own: PastTally,
  others: () => readonly PastTally[],
): UnusualRefunds | undefined {
  if (refunds === 0) return undefined;
  const isNew = own.days < LEAST_DAYS;
  const known = isNew ? others().filter(({ days }) => days >= LEAST_DAYS) : [own];
  const [past] = known.toSorted((one, other) => perDay(other) - perDay(one));
  if (past === undefined) return refunds >= MOST_WITHOUT_PAST ? { refunds, refunded, usual: null, isNew } : undefined;
  const isMany = refunds >= LEAST_REFUNDS && refunds > TIMES_USUAL * perDay(past);
  const days = BigInt(past.days);
  const most = maximum(BigInt(TIMES_USUAL) * past.refunded, past.sold);
  const isMuch = refunded * days > most;
  return isMany || isMuch ? { refunds, refunded, usual: perDay(past), isNew } : undefined;
}

function perDay({ refunds, days }: PastTally): number {
  return refunds / days;
}

function maximum(one: ParaSum, other: ParaSum): ParaSum {
  return one > other ? one : other;
}
