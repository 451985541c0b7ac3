import { dayText, formatSum, type ParaSum } from '../../../base/index.js';
import type { ReportRows } from '../../../paper/documents/index.js';
import type { DayTurnover } from '../../../platform/ledger/index.js';

/** Maximum rows of one table on paper: people do not read more, and a small board draws them quickly. */
export const MOST_ROWS = 300;
/** Maximum number of days shown as days, a quarter of a year; longer periods are shown as months. */
export const MOST_DAYS = 92;

/** The first rows of many, and the sum of the others. */
export function bounded<Row, Shown>(
  rows: readonly Row[],
  turnoverOf: (row: Row) => ParaSum,
  shown: (row: Row) => Shown,
): ReportRows<Shown> {
  const others = rows.slice(MOST_ROWS);
  const turnover = others.reduce((sum, row) => sum + turnoverOf(row), 0n);
  return {
    rows: rows.slice(0, MOST_ROWS).map(shown),
    more: others.length === 0 ? null : { count: others.length, turnover: formatSum(turnover) },
  };
}

type MonthTurnover = Omit<DayTurnover, 'day' | 'name'> & { readonly day: string };

/** Days, or months when there are too many days, with their text: `2026-11-23`, `2026-11`. */
export function daysOrMonths(days: readonly DayTurnover[]): {
  readonly isMonthly: boolean;
  readonly rows: readonly MonthTurnover[];
} {
  if (days.length <= MOST_DAYS)
    return { isMonthly: false, rows: days.map((row) => ({ ...row, day: dayText(row.day) })) };
  const months = new Map<string, MonthTurnover>();
  for (const row of days) {
    const day = dayText(row.day).slice(0, 7);
    const { invoices, amount, refunds, refunded } = months.get(day) ?? NOTHING;
    months.set(day, {
      day,
      invoices: invoices + row.invoices,
      amount: amount + row.amount,
      refunds: refunds + row.refunds,
      refunded: refunded + row.refunded,
    });
  }
  return { isMonthly: true, rows: [...months.values()] };
}

const NOTHING = { invoices: 0, amount: 0n, refunds: 0, refunded: 0n };
