import type { JSX } from 'preact';
import type { CheckResult } from '../../../../health/index.js';
import { callApi, operate } from '../../net/http.js';
import { identityFacts, useIdentity } from '../../components/aboutBox.js';
import { Facts } from '../../components/facts.js';
import { Show, useLoaded } from '../../components/load.js';
import { day, moment, money, today } from '../../components/valueText.js';
import { ReceiptAmount } from '../../components/receiptAmount.js';
import { isNarrow } from '../../components/screenSize.js';
import { LinkButton } from '../../components/button.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { type DayRow, DaysChart } from '../reports/daysChart.js';

/** How many are shown. */
const MAX_SHOWN = 5;

/** The last receipts, each a link to its page. */
export function LastReceipts({ round }: { readonly round: number }): JSX.Element {
  const found = useLoaded(() => operate('receipts.find', {}), [], [round]);
  return (
    <section class="card">
      <h2>{t(COMMON.lastReceipts)}</h2>
      <Show loaded={found}>
        {({ receipts }) => (
          <>
            {receipts.length === 0 && <p class="muted">{t(STATUS.noReceipts)}</p>}
            <ul class="plain-list last">
              {receipts.slice(0, MAX_SHOWN).map((receipt) => (
                <li key={receipt.uuid}>
                  <a href={`#/receipts/${receipt.uuid}`}>
                    {moment(receipt.time)} <ReceiptAmount receipt={receipt} />
                  </a>
                </li>
              ))}
            </ul>
            {receipts.length > MAX_SHOWN && <LinkButton text={t(COMMON.allReceipts)} href="#/receipts" />}
          </>
        )}
      </Show>
    </section>
  );
}

/** Checks about the box itself, shown in any state. */
const CHECKS = [
  ['backup', STATUS.backup],
  ['flash', STATUS.wear],
  ['disk', STATUS.disk],
  ['memory', STATUS.memory],
  ['clock', STATUS.clock],
] as const;

/** Details of the box: versions, backup, wear. */
export function BoxCard({ checks }: { readonly checks: readonly CheckResult[] }): JSX.Element {
  const identity = useIdentity();
  const found = CHECKS.flatMap(([name, title]) =>
    checks.filter((check) => check.name === name).map((check) => [t(title), t(check.found)] as const),
  );
  return (
    <section class="card">
      <h2>{t(STATUS.box)}</h2>
      <Show loaded={identity}>{(known) => <Facts facts={[...identityFacts(known), ...found]} />}</Show>
    </section>
  );
}

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
        <LinkButton text={t(STATUS.allReports)} href="#/reports" />
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
