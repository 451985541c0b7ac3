import { dayText, failed, formatMoney, formatSum, ok, type Result } from '../../base/index.js';
import { spreadsheetText, guarded } from '../../catalogue/index.js';
import { paymentName } from '../../journal/index.js';
import type { Period } from '../../ledger/index.js';
import { dailyTurnover, type ItemReport, summarize } from '../../reports/index.js';
import { oneOf, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { itemReportOf, quantityText } from './items.js';
import { periodOf } from './period.js';

type ReportParts = Pick<AdminParts, 'ledger' | 'settings' | 'invoicing' | 'processors'>;
type Cells = readonly string[];

const TABLES = ['days', 'labels', 'payments', 'cashiers', 'items'] as const;

/** A table of a report as a file for a Serbian spreadsheet: UTF-8 with a byte order mark, semicolons, decimal commas, CRLF. */
export const reportCsv = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { table: oneOf(TABLES), from: text, to: text },
  async run(parts: ReportParts, { table, ...days }, _tell, gone): Promise<Result<{ readonly text: string }, string>> {
    const period = periodOf(parts, days);
    if (!period.ok) return period;
    if (table !== 'items') return ok({ text: spreadsheetText(rowsOf(parts, table, period.value)) });
    const report = await itemReportOf(parts, days, gone);
    return report.ok ? ok({ text: spreadsheetText(itemRows(report.value)) }) : failed(report.error.message);
  },
});

function rowsOf(
  { ledger, settings, processors }: ReportParts,
  table: Exclude<(typeof TABLES)[number], 'items'>,
  period: Period,
): Cells[] {
  if (table === 'days') {
    const rows = dailyTurnover(ledger, period).map(({ day, invoices, amount, refunds, refunded }) => {
      return [dayText(day), String(invoices), formatSum(amount), String(refunds), formatSum(refunded)];
    });
    return [['датум', 'рачуна', 'промет', 'рефундација', 'рефундирано'], ...rows];
  }
  const labels = [...settings.now.taxLabels, ...processors.active.taxLabels()];
  const { byTaxLabel, byPaymentType, byCashier } = summarize(ledger, period, labels);
  switch (table) {
    case 'labels': {
      const rows = byTaxLabel.map(({ label, name, rate, turnover }) => {
        const percent = rate === null ? '' : formatMoney(Math.round(rate * 100));
        return [guarded(label), guarded(name ?? ''), percent, formatSum(turnover)];
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

function itemRows({ items, others }: ItemReport): Cells[] {
  const rows = items.map(({ name, unit, label, quantity, turnover }) => {
    return [guarded(name), guarded(unit), guarded(label), quantityText(quantity), formatSum(turnover)];
  });
  const rest = others === 0n ? [] : [['остало', '', '', '', formatSum(others)]];
  return [['назив', 'јединица', 'ознака', 'количина', 'промет'], ...rows, ...rest];
}
