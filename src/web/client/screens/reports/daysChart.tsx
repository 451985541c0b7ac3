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
  /** In order; days without traffic may be missing. */
  readonly days: readonly DayRow[];
  readonly title: string;
  /** Does its table stand beside it already? */
  readonly hasTable?: boolean;
}

/** More days than this become months. */
const MOST_DAYS = 62;

/** Turnover by day, or by month where there are many days, and the same as a table. */
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
  // In para, since a sum of decimals would not be one.
  for (const { date, turnover } of days) {
    const month = date.slice(0, 7);
    sums.set(month, (sums.get(month) ?? 0) + Math.round(turnover * 100));
  }
  return [...sums].map(([month, para]) => {
    const label = `${Number(month.slice(5))}.${month.slice(2, 4)}.`;
    return { label, value: para / 100, title: `${label} ${money(para / 100)}` };
  });
}

/** `12,5 хиљ.`: short enough for an axis. */
function shortAmount(value: number): string {
  return new Intl.NumberFormat(locale.value, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
