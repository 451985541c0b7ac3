import type { Steps } from '../../base/index.js';
import type { DayTurnover, Ledger, Period } from '../../platform/ledger/index.js';

/** Days that one step reads: a month has some hundreds of rows, which a small board reads in a few milliseconds. */
const DAYS_IN_STEP = 31;

/** Turnover of each day with receipts that count, in order, a step at a time. A step is never empty. */
export function* daysInSteps({ main }: Pick<Ledger, 'main'>, period: Period): Generator<readonly DayTurnover[], void> {
  let { from } = period;
  for (;;) {
    const days = main.turnover.byDay('total', { ...period, from }, DAYS_IN_STEP);
    const last = days.at(-1);
    if (last === undefined) return;
    yield days;
    from = last.day + 1;
  }
}

/** Turnover of each day with receipts that count, in order. */
export function* dailyTurnover(ledger: Pick<Ledger, 'main'>, period: Period): Steps<DayTurnover[]> {
  const all: DayTurnover[] = [];
  for (const days of daysInSteps(ledger, period)) {
    all.push(...days);
    yield;
  }
  return all;
}
