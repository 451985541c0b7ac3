import {
  dayText,
  failed,
  formatMoney,
  formatSum,
  ok,
  type Result,
  scaledDecimal,
  type Message,
} from '../../../base/index.js';
import { paymentName } from '../../../contract/index.js';
import { spreadsheetText, guarded } from '../../../shop/catalogue/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import { dailyTurnover, type ItemReport, summarize, withoutClosings } from '../../../shop/reports/index.js';
import { oneOf, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { itemReportOf, periodOf, quantityText } from './items.js';
import { closedAdvancesOf } from './refunds.js';

type ReportParts = Pick<AdminParts, 'ledger' | 'settings' | 'invoicing' | 'processors'>;
type Cells = readonly string[];

const TABLES = ['days', 'labels', 'payments', 'cashiers', 'items', 'taxes'] as const;
type Table = (typeof TABLES)[number];

/**
 * A table of a report as a file for a Serbian spreadsheet: UTF-8 with a byte order mark, semicolons, decimal commas,
 * CRLF.
 */
export const reportCsv = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { table: oneOf(TABLES), from: text, to: text },
  async run(parts: ReportParts, { table, ...days }, _tell, gone): Promise<Result<{ readonly text: string }, Message>> {
    const period = periodOf(parts, days);
    if (!period.ok) return period;
    switch (table) {
      case 'days': {
        const rows = await dayRows(parts, period.value, gone);
        return rows.ok ? ok({ text: spreadsheetText(rows.value) }) : rows;
      }
      case 'items':
      case 'taxes': {
        const report = await itemReportOf(parts, days, gone);
        if (!report.ok) return failed(report.error.message);
        const rows = table === 'items' ? itemRows(report.value) : taxRows(report.value);
        return ok({ text: spreadsheetText(rows) });
      }
      case 'labels':
      case 'payments':
      case 'cashiers':
        return ok({ text: spreadsheetText(rowsOf(parts, table, period.value)) });
    }
  },
});

/** Refunds that only close an advance have a column of their own, separate from money returned to buyers. */
async function dayRows(parts: ReportParts, period: Period, gone: AbortSignal): Promise<Result<Cells[], Message>> {
  const closed = await closedAdvancesOf(parts, period, gone);
  if (!closed.ok) return closed;
  const days = withoutClosings(dailyTurnover(parts.ledger, period), closed.value);
  const rows = days.map(({ day, invoices, amount, refunds, refunded }) => {
    const closings = closed.value.get(day)?.amount ?? 0n;
    return [
      dayText(day),
      String(invoices),
      formatSum(amount),
      String(refunds),
      formatSum(refunded),
      formatSum(closings),
    ];
  });
  return ok([['датум', 'рачуна', 'промет', 'рефундација', 'враћено купцима', 'затворени аванси'], ...rows]);
}

function rowsOf(
  { ledger, settings, processors }: ReportParts,
  table: Exclude<Table, 'days' | 'items' | 'taxes'>,
  period: Period,
): Cells[] {
  const labels = [...settings.now.taxLabels, ...processors.active.taxLabels()];
  const { byTaxLabel, byPaymentType, byCashier } = summarize(ledger, period, labels);
  switch (table) {
    case 'labels': {
      const rows = byTaxLabel.map(({ label, name, rate, perUnit, turnover }) => {
        const figure = rate === null ? '' : rateText(rate, perUnit);
        return [guarded(label), guarded(name ?? ''), figure, formatSum(turnover)];
      });
      return [['ознака', 'назив', 'стопа', 'промет'], ...rows];
    }
    case 'payments': {
      const rows = byPaymentType.map(({ paymentType, amount }) => [paymentName(paymentType), formatSum(amount)]);
      return [['начин плаћања', 'износ'], ...rows];
    }
    case 'cashiers': {
      const rows = byCashier.map(({ cashier, invoices, turnover }) => {
        return [guarded(cashier), String(invoices), formatSum(turnover)];
      });
      return [['касир', 'рачуна', 'промет'], ...rows];
    }
  }
}

/** Percent without its sign, as in every release; a tax per unit is an amount. */
function rateText(rate: number, perUnit: true | undefined): string {
  const figure = formatMoney(scaledDecimal(rate, 2));
  return perUnit === true ? `${figure} РСД по јединици` : figure;
}

function itemRows({ items, others }: ItemReport): Cells[] {
  const rows = items.map(({ name, unit, label, isAdvance, quantity, turnover }) => {
    const sold = isAdvance ? '' : quantityText(quantity);
    return [guarded(name), guarded(unit), guarded(label), sold, formatSum(turnover)];
  });
  const rest = others === 0n ? [] : [['остало', '', '', '', formatSum(others)]];
  return [['назив', 'јединица', 'ознака', 'количина', 'промет'], ...rows, ...rest];
}

function taxRows({ taxes }: ItemReport): Cells[] {
  const rows = taxes.map(({ label, name, rate, perUnit, turnover, tax }) => {
    return [guarded(label), guarded(name), rateText(rate, perUnit), formatSum(turnover), formatSum(tax)];
  });
  return [['ознака', 'назив', 'стопа', 'промет', 'порез'], ...rows];
}
