import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../../../admin/index.js';
import { callApi, operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { Show, useLoaded } from '../../components/load.js';
import { day, money } from '../../components/valueText.js';
import { FaultNotice } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { REPORTS } from '../../text/reports.js';
import { DaysChart, type DayRow } from './daysChart.js';
import { daysOf, type Period, PeriodChoice } from './periodChoice.js';
import { PdfButton } from './table.js';
import { ReceiptTables, SumTables } from './tables.js';

interface Daily {
  readonly days: readonly DayRow[];
}

/** From `GET /reports/summary`; amounts in RSD. */
interface Summary {
  readonly totals: { readonly invoices: number; readonly turnover: number };
}

/** Turnover of a period. On paper, or in a PDF made by the browser, the header of the shop is above it. */
export function ReportsScreen(): JSX.Element {
  const [period, setPeriod] = useState<Period>(daysOf('today'));
  const [fault, setFault] = useState<Fault>();
  const { from, to } = period;
  const query = `from=${from}&to=${to}`;
  const summary = useLoaded((signal) => callApi<Summary>(`/reports/summary?${query}`, { signal }), [query]);
  const refunds = useLoaded((signal) => operate('reports.refunds', { from, to }, signal), [query]);
  const daily = useLoaded((signal) => callApi<Daily>(`/reports/daily?${query}`, { signal }), [query]);
  const sums = useLoaded((signal) => operate('reports.show', { of: 'sums', from, to }, signal), [query]);
  const receipts = useLoaded((signal) => operate('reports.show', { of: 'receipts', from, to }, signal), [query]);
  // A printed report with a missing part would look complete.
  const isWhole = [summary, refunds, daily, sums, receipts].every(({ value }) => value !== undefined);
  return (
    <>
      <PaperHead />
      <header class="screen-head screen-only">
        <h1>{t(COMMON.reports)}</h1>
        <div class="acts">
          <PdfButton key={query} period={period} onFault={setFault} />
          <Button disabled={!isWhole} text={t(REPORTS.print)} onClick={() => print()} />
        </div>
      </header>
      <FaultNotice fault={fault} />
      <PeriodChoice period={period} onChange={setPeriod} />
      <p class="span">
        {from === to ? t(REPORTS.dayReport, { day: day(from) }) : t(REPORTS.span, { from: day(from), to: day(to) })}
      </p>
      <Show loaded={summary}>{({ totals }) => <Totals totals={totals} refunds={refunds.value} />}</Show>
      <FaultNotice fault={refunds.fault} />
      {refunds.fault !== undefined && <Button text={t(COMMON.retry)} onClick={refunds.reload} />}
      <Show loaded={daily}>
        {({ days }) =>
          from !== to &&
          days.length > 0 && (
            <section class="card">
              <DaysChart from={from} to={to} days={days} title={t(REPORTS.days)} hasTable />
            </section>
          )
        }
      </Show>
      <Show loaded={sums}>{({ tables }) => <SumTables key={query} tables={tables} period={period} />}</Show>
      <ReceiptTables key={query} period={period} report={receipts} />
      <p class="muted">{t(REPORTS.rule)}</p>
    </>
  );
}

interface TotalsProps extends Pick<Summary, 'totals'> {
  /** Undefined until it has arrived. */
  readonly refunds: Answer<'reports.refunds'> | undefined;
}

function Totals({ totals: { invoices, turnover }, refunds }: TotalsProps): JSX.Element {
  return (
    <dl class="totals">
      <div>
        <dt>{t(COMMON.turnover)}</dt>
        <dd>{money(turnover)}</dd>
      </div>
      <div>
        <dt>{t(REPORTS.allReceipts)}</dt>
        <dd>{invoices}</dd>
      </div>
      <div>
        <dt>{t(REPORTS.refunds)}</dt>
        <dd>{refunds?.returned.count ?? '…'}</dd>
      </div>
      <div>
        <dt>{t(REPORTS.refunded)}</dt>
        <dd>{refunds === undefined ? '…' : money(refunds.returned.amount)}</dd>
      </div>
      {refunds !== undefined && refunds.closedAdvances.count > 0 && (
        <div>
          <dt>{t(REPORTS.closedAdvances, { count: refunds.closedAdvances.count })}</dt>
          <dd>{money(refunds.closedAdvances.amount)}</dd>
        </div>
      )}
    </dl>
  );
}

interface Shop {
  readonly environment: string;
  readonly company: { readonly name: string; readonly tin: string; readonly location: string };
}

/** The seller of the report; only on paper. */
function PaperHead(): JSX.Element | null {
  const { value } = useLoaded(() => callApi<Shop>('/status'));
  if (value === undefined) return null;
  const { name, tin, location } = value.company;
  return (
    <header class="paper-only">
      <p>
        <strong>{name}</strong>
        <br />
        {t(REPORTS.tin, { tin })}
        <br />
        {location}
      </p>
      <h1>{t(REPORTS.title)}</h1>
      {value.environment === 'sandbox' && <p>{t(REPORTS.sandbox)}</p>}
    </header>
  );
}
