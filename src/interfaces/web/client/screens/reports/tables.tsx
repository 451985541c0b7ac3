import type { JSX } from 'preact';
import type { PaymentType } from '../../../../../contract/index.js';
import type { Answer } from '../../../../admin/index.js';
import { type Loaded, Show } from '../../parts/load.js';
import { day, money, quantity } from '../../parts/money.js';
import { rateWords } from '../../parts/taxLabel.js';
import { t } from '../../text/language.js';
import { paymentInText } from '../../parts/paymentWord.js';
import { REPORTS } from '../../text/reports.js';
import { STATUS } from '../../text/status.js';
import type { DayRow } from './daysChart.js';
import type { Period } from './periodChoice.js';
import { ReportTable } from './table.js';

/** From `GET /reports/summary`; amounts in RSD. */
export interface Summary {
  readonly totals: {
    readonly invoices: number;
    readonly turnover: number;
    readonly refunds: { readonly count: number; readonly amount: number };
  };
  readonly byTaxLabel: readonly {
    readonly label: string;
    readonly name: string | null;
    readonly rate: number | null;
    readonly perUnit?: true;
    readonly turnover: number;
  }[];
  readonly byPaymentType: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
  readonly byCashier: readonly { readonly cashier: string; readonly invoices: number; readonly turnover: number }[];
}

interface TableProps {
  readonly period: Period;
}

const turnoverColumn = (): { readonly name: string; readonly isNumber: true } => ({
  name: t(REPORTS.turnover),
  isNumber: true,
});
const receiptsColumn = (): { readonly name: string; readonly isNumber: true } => ({
  name: t(REPORTS.receipts),
  isNumber: true,
});

export function DaysReport({ days, period }: TableProps & { readonly days: readonly DayRow[] }): JSX.Element {
  return (
    <ReportTable
      title={t(REPORTS.days)}
      table="days"
      period={period}
      columns={[{ name: t(STATUS.day) }, receiptsColumn(), turnoverColumn()]}
      rows={days.map(({ date, invoices, turnover }) => [day(date), String(invoices), money(turnover)])}
    />
  );
}

export function Breakdown({ summary, period }: TableProps & { readonly summary: Summary }): JSX.Element {
  const { byTaxLabel, byPaymentType, byCashier } = summary;
  return (
    <div class="cards">
      <div>
        <ReportTable
          title={t(REPORTS.payments)}
          table="payments"
          period={period}
          columns={[{ name: t(REPORTS.payment) }, { name: t(REPORTS.amount), isNumber: true }]}
          rows={byPaymentType.map(({ paymentType, amount }) => [paymentInText(paymentType), money(amount)])}
        />
        <ReportTable
          title={t(REPORTS.labels)}
          table="labels"
          period={period}
          columns={[{ name: t(REPORTS.label) }, { name: t(REPORTS.rate), isNumber: true }, turnoverColumn()]}
          rows={byTaxLabel.map(({ label, name, rate, turnover, ...kind }) => [
            name === null ? label : `${label}: ${name}`,
            rate === null ? '' : rateWords({ ...kind, rate }),
            money(turnover),
          ])}
        />
      </div>
      <div>
        <ReportTable
          title={t(REPORTS.cashiers)}
          table="cashiers"
          period={period}
          columns={[{ name: t(REPORTS.cashier) }, receiptsColumn(), turnoverColumn()]}
          rows={byCashier.map(({ cashier, invoices, turnover }) => [cashier, String(invoices), money(turnover)])}
        />
      </div>
    </div>
  );
}

interface ItemsProps {
  readonly report: Loaded<Answer<'reports.items'>>;
}

/** Items and taxes. Requested separately, because the box reads every receipt of the period for them. */
export function ItemsReport({ period, report }: TableProps & ItemsProps): JSX.Element {
  if (report.value === undefined && report.fault === undefined) return <p class="loading">{t(REPORTS.slow)}</p>;
  return (
    <Show loaded={report}>
      {({ items, others, taxes }) => (
        <>
          <TaxTable taxes={taxes} period={period} />
          <ReportTable
            title={t(REPORTS.items)}
            table="items"
            period={period}
            columns={[{ name: t(REPORTS.item) }, { name: t(REPORTS.quantity), isNumber: true }, turnoverColumn()]}
            rows={[
              ...items.map(({ name, unit, label, isAdvance, quantity: sold, turnover }) => [
                `${isAdvance ? t(REPORTS.advance) : name} (${label})`,
                isAdvance ? '' : `${quantity(sold)} ${unit}`,
                money(turnover),
              ]),
              ...(others === 0 ? [] : [[t(REPORTS.others), '', money(others)]]),
            ]}
          />
        </>
      )}
    </Show>
  );
}

/** Tax by label and rate, as printed on the receipts, and its sum. */
function TaxTable({ taxes, period }: TableProps & Pick<Answer<'reports.items'>, 'taxes'>): JSX.Element {
  // In para, because a sum of decimals would not be exact.
  const total = taxes.reduce((sum, { tax }) => sum + Math.round(tax * 100), 0);
  return (
    <ReportTable
      title={t(REPORTS.taxes)}
      table="taxes"
      period={period}
      columns={[
        { name: t(REPORTS.label) },
        { name: t(REPORTS.rate), isNumber: true },
        turnoverColumn(),
        { name: t(REPORTS.taxes), isNumber: true },
      ]}
      rows={[
        ...taxes.map(({ label, name, turnover, tax, ...rate }) => [
          `${label}: ${name}`,
          rateWords(rate),
          money(turnover),
          money(tax),
        ]),
        ...(taxes.length === 0 ? [] : [[t(REPORTS.totalTax), '', '', money(total / 100)]]),
      ]}
    />
  );
}
