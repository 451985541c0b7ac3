import type { InvoiceLine } from '../../../contract/index.js';
import { lineTotal, type Para, type Thousandths } from '../../../base/index.js';
import { MAX_LINES } from '../draft/requestSchema.js';

/** A line of a summary refund. */
export type SummaryLine = Omit<InvoiceLine, 'itemId'>;

/**
 * The lines of a summary refund of many sales: equal lines are added up, as the Technical Instruction for ESIR allows
 * (9.4). Each sale has rounded its lines, so equal lines stay separate where their sum would be rounded to another
 * amount, unless a receipt had too many lines then.
 *
 * @param quantities remaining quantity of each line
 */
export function summaryLines(
  lines: readonly InvoiceLine[],
  quantities: readonly Thousandths[],
): readonly SummaryLine[] {
  const groups = new Map<string, SummaryLine[]>();
  for (const [place, { itemId: _, ...sold }] of lines.entries()) {
    const quantity = quantities[place] ?? 0;
    if (quantity === 0) continue;
    const { name, unit, label, moreLabels, gtin, unitPrice } = sold;
    const line = { ...sold, quantity, total: totalOf(unitPrice, quantity) };
    const key = JSON.stringify([name, unit, label, moreLabels, gtin, unitPrice]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  const exact = [...groups.values()].flatMap((group) => {
    const sum = sumOf(group);
    return sum.total === group.reduce((total, line) => total + line.total, 0) ? [sum] : group;
  });
  return exact.length <= MAX_LINES ? exact : [...groups.values()].map(sumOf);
}

function sumOf(group: readonly SummaryLine[]): SummaryLine {
  return group.reduce((sum, { quantity }) => {
    const all = sum.quantity + quantity;
    return { ...sum, quantity: all, total: totalOf(sum.unitPrice, all) };
  });
}

function totalOf(unitPrice: Para, quantity: Thousandths): Para {
  return Number(lineTotal(unitPrice, quantity));
}
