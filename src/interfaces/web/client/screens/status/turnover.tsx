import type { JSX } from 'preact';
import { callApi } from '../../net/http.js';
import { Show, useLoaded } from '../../parts/load.js';
import { day, money, today } from '../../parts/money.js';
import { isNarrow } from '../../parts/screenSize.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { DaysChart, type DayRow } from '../reports/daysChart.js';

const DAYS = 30;
const WEEK = 7;

/** Today's turnover compared with the same day a week ago, and the last 30 days, collapsed on a phone. */
export function TurnoverCard({ round }: { readonly round: number }): JSX.Element {
  const [from, to] = [today(1 - DAYS), today()];
  const path = `/reports/daily?from=${from}&to=${to}`;
  const daily = useLoaded(() => callApi<{ readonly days: readonly DayRow[] }>(path), [path], [round]);
  return (
    <section class="card">
      <h2>
        {t(STATUS.today)} <span class="muted">{day(to)}</span>
      </h2>
      <Show loaded={daily}>
        {({ days }) => {
          const of = (date: string): DayRow =>
            days.find((row) => row.date === date) ?? { date, invoices: 0, turnover: 0 };
          const [now, before] = [of(to), of(today(-WEEK))];
          return (
            <>
              <p class="figure">
                <strong>{money(now.turnover)}</strong> <span>{t(STATUS.receiptCount, { count: now.invoices })}</span>
              </p>
              <p class="muted">
                {t(STATUS.weekAgo, { amount: money(before.turnover) })}
                {comparison(now.turnover, before.turnover)}
              </p>
              <details open={!isNarrow.value}>
                <summary>{t(STATUS.last30)}</summary>
                <DaysChart from={from} to={to} days={days} title={t(STATUS.last30)} />
              </details>
            </>
          );
        }}
      </Show>
      <p>
        <a class="button" href="#/reports">
          {t(STATUS.allReports)}
        </a>
      </p>
    </section>
  );
}

/** Empty when there is nothing to compare with. */
function comparison(now: number, before: number): string {
  if (before <= 0 || now <= 0) return '';
  const percent = Math.round(Math.abs(now / before - 1) * 100);
  return ` · ${t(now >= before ? STATUS.more : STATUS.less, { percent })}`;
}
