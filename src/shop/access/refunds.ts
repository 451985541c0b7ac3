import type { ParaSum } from '../../base/index.js';
import type { KeyTally, PastTally } from '../../platform/ledger/index.js';

/** Minimum number of refunds in a day that can be unusual by their count. */
const MIN_REFUNDS = 5;
/** More than this many times the mean day is unusual. */
const TIMES_USUAL = 3;
/** Number of days that make a history to compare with. */
const MIN_DAYS = 7;
/** In a shop where no key has a history, this many refunds in a day are unusual. */
const MAX_WITHOUT_HISTORY = 20;

/** Refunds of a key in the last day that are far above its history. Both per day; null when nothing is known. */
export interface UnusualRefunds extends Pick<KeyTally, 'refunds' | 'refunded'> {
  /** Number of refunds on a mean day before; null when no key of the shop has a history. */
  readonly usual: number | null;
  /** True when the key has too short a history to be compared with itself. */
  readonly isNew: boolean;
}

/**
 * Detects when the refunds of the last day are far above the history. Either by their count, or by their amount, which
 * must then also exceed the sales of a mean day: one refund of all takings is enough. A key that is too new is compared
 * with the key that refunds most.
 */
export function unusualRefunds(
  { refunds, refunded }: KeyTally,
  own: PastTally,
  others: () => readonly PastTally[],
): UnusualRefunds | undefined {
  if (refunds === 0) return undefined;
  const isNew = own.days < MIN_DAYS;
  const known = isNew ? others().filter(({ days }) => days >= MIN_DAYS) : [own];
  const [past] = known.toSorted((one, other) => perDay(other) - perDay(one));
  if (past === undefined) return refunds >= MAX_WITHOUT_HISTORY ? { refunds, refunded, usual: null, isNew } : undefined;
  const isMany = refunds >= MIN_REFUNDS && refunds > TIMES_USUAL * perDay(past);
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
