import { failed, ok, type Result, sumToRsd } from '../../base/index.js';
import { type ItemReport, itemSales, MOST_RECEIPTS } from '../../reports/index.js';
import { text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { periodOf } from './period.js';

type ReportParts = Pick<AdminParts, 'ledger' | 'settings' | 'invoicing'>;

/** What was sold of one item in a period, refunds subtracted. */
export interface ItemSalesRow {
  readonly name: string;
  readonly unit: string;
  readonly label: string;
  readonly quantity: number;
  /** RSD. */
  readonly turnover: number;
  /** Lines of receipts, refunds included. */
  readonly lines: number;
}

interface ItemSalesReport {
  readonly items: readonly ItemSalesRow[];
  /** RSD, of items beyond the first two thousand. */
  readonly others: number;
}

/** Two reports at a time would hold the sales of two periods in memory. */
let underWay: Promise<unknown> = Promise.resolve();

/** The lines of a period added up; {@link periodOf} says which periods there are. */
export async function itemReportOf(
  parts: ReportParts,
  ask: { readonly from: string; readonly to: string },
): Promise<Result<ItemReport, string>> {
  const period = periodOf(parts, ask);
  if (!period.ok) return period;
  const { ledger, invoicing } = parts;
  const report = underWay.then(() => itemSales(ledger, period.value, invoicing.salesFirst));
  const ended = (): void => undefined;
  underWay = report.then(ended, ended);
  const made = await report;
  if (made.ok) return made;
  return failed(`There are ${made.error} receipts in this period; choose one with at most ${MOST_RECEIPTS}.`);
}

/** Sales by item. Takes as long as reading all receipts of the period does; sales go first meanwhile. */
export const reportItems = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { from: text, to: text },
  async run(parts: ReportParts, ask): Promise<Result<ItemSalesReport, string>> {
    const report = await itemReportOf(parts, ask);
    if (!report.ok) return report;
    const items = report.value.items.map(({ quantity, turnover, ...item }) => ({
      ...item,
      quantity: Number(`${quantity}e-3`),
      turnover: sumToRsd(turnover),
    }));
    return ok({ items, others: sumToRsd(report.value.others) });
  },
});
