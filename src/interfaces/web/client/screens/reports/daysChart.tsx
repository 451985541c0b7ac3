import type { JSX } from 'preact';
import { type Bar, BarChart } from '../../parts/chart.js';
import { day, money } from '../../parts/money.js';
import { locale, t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';

/** A day of a report; `turnover` in RSD. */
export interface DayRow {
  /** `2026-11-23` */
  readonly date: string;
  readonly invoices: number;
  readonly turnover: number;
}

interface DaysChartProps {
  readonly from: string;
  readonly to: string;
  /** In order; days without sales may be missing. */
  readonly days: readonly DayRow[];
  readonly title: string;
  /** True when its table is already next to it. */
  readonly hasTable?: boolean;
}

/** Maximum number of days shown as days; longer periods are shown as months. */
const MOST_DAYS = 62;

/** Turnover by day, or by month for many days, also as a table. */
export function DaysChart({ from, to, days, title, hasTable = false }: DaysChartProps): JSX.Element {
  const all = withEmptyDays(from, to, days);
  const bars = all.length > MOST_DAYS ? monthBars(all) : all.map(dayBar);
  return (
    <figure class="figure-chart">
      <BarChart title={title} bars={bars} axis={shortAmount} stressed={bars.length - 1} />
      {!hasTable && (
        <details>
          <summary>{t(STATUS.asTable)}</summary>
          <DaysTable days={days} />
        </details>
      )}
    </figure>
  );
}

function DaysTable({ days }: { readonly days: readonly DayRow[] }): JSX.Element {
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t(STATUS.day)}</th>
            <th scope="col" class="number">
              {t(STATUS.receipts)}
            </th>
            <th scope="col" class="number">
              {t(STATUS.turnover)}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, invoices, turnover }) => (
            <tr key={date}>
              <td>{day(date)}</td>
              <td class="number">{invoices}</td>
              <td class="number">{money(turnover)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withEmptyDays(from: string, to: string, days: readonly DayRow[]): DayRow[] {
  const byDate = new Map(days.map((row) => [row.date, row]));
  const all: DayRow[] = [];
  const end = Date.parse(`${to}T00:00:00Z`);
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= end; at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    all.push(byDate.get(date) ?? { date, invoices: 0, turnover: 0 });
  }
  return all;
}

function dayBar({ date, invoices, turnover }: DayRow): Bar {
  const label = `${Number(date.slice(8))}.${Number(date.slice(5, 7))}.`;
  const title = `${day(date)}: ${money(turnover)} (${t(STATUS.receiptCount, { count: invoices })})`;
  return { label, value: turnover, title };
}

function monthBars(days: readonly DayRow[]): Bar[] {
  const sums = new Map<string, number>();
  // In para, because a sum of decimals would not be exact.
  for (const { date, turnover } of days) {
    const month = date.slice(0, 7);
    sums.set(month, (sums.get(month) ?? 0) + Math.round(turnover * 100));
  }
  return [...sums].map(([month, para]) => {
    const label = `${Number(month.slice(5))}.${month.slice(2, 4)}.`;
    return { label, value: para / 100, title: `${label} ${money(para / 100)}` };
  });
}

/** An amount short enough for an axis: `12,5 хиљ.`. */
function shortAmount(value: number): string {
  return new Intl.NumberFormat(locale.value, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
