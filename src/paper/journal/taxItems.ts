import {
  failed,
  type InvoiceLine,
  ok,
  type Result,
  taxContained,
  type TaxItem,
  type TaxLabel,
} from '../../base/index.js';

/**
 * The taxes of a receipt, one item per label in order of the label's code point: the tax contained in the sum of the
 * label's lines, rounded once. The error is a label that is missing in `labels`.
 */
export function taxItems(lines: readonly InvoiceLine[], labels: readonly TaxLabel[]): Result<TaxItem[], string> {
  const totals = new Map<string, number>();
  for (const line of lines) totals.set(line.label, (totals.get(line.label) ?? 0) + line.total);
  const items: TaxItem[] = [];
  for (const [label, total] of totals) {
    const known = labels.find((candidate) => candidate.label === label);
    if (known === undefined) return failed(label);
    const { name: categoryName, rate } = known;
    items.push({ label, categoryName, rate, amount: taxContained(total, rate), total });
  }
  return ok(items.sort((left, right) => (left.label < right.label ? -1 : 1)));
}
