import {
  ADVANCE_NAMES,
  type Draft,
  type InvoiceLine,
  isAdvanceForm,
  labelsOfLine,
  type Payment,
} from '../../../contract/index.js';
import type { Para } from '../../../base/index.js';
import { firstOf, remainingPayments, sumByKind } from '../draft/payments.js';

/** Money of advances that was not returned yet. */
export interface Remaining {
  readonly lines: readonly InvoiceLine[];
  readonly payments: readonly Payment[];
  readonly total: Para;
}

export const NOTHING_REMAINING: Remaining = { lines: [], payments: [], total: 0 };

type Money = Pick<Draft, 'lines' | 'payments' | 'total'>;

/** The remaining money after one more advance. */
export function withAdvance(before: Remaining, { lines, payments, total }: Money): Remaining {
  return {
    lines: [...before.lines, ...lines],
    payments: before.total === 0 ? payments : sumByKind([...before.payments, ...payments]),
    total: before.total + total,
  };
}

/**
 * After a refund. A line of the refund takes an equal line, else money of its tax label. Undefined when it returns more
 * of a label than remains.
 */
export function afterRefund(before: Remaining, refund: Money): Remaining | undefined {
  const lines = refund.lines.reduce<readonly InvoiceLine[] | undefined>(
    (remaining, line) => remaining && withoutLine(remaining, line),
    before.lines,
  );
  const total = before.total - refund.total;
  return lines && { lines, total, payments: firstOf(remainingPayments(before.payments, refund.payments), total) };
}

/** The part of the remaining money that a delivery uses up, label by label. */
export function partFor(
  { lines, payments }: Remaining,
  delivered: readonly Pick<InvoiceLine, 'label' | 'total'>[],
): Remaining {
  const part = [...amountsByLabel(delivered)].flatMap(([label, amount]) => {
    const ofLabel = lines.filter((line) => line.label === label);
    const [first] = ofLabel;
    const available = sumOf(ofLabel);
    if (first === undefined) return [];
    return available <= amount ? ofLabel : [withAmount(first, amount)];
  });
  const total = sumOf(part);
  return { lines: part, total, payments: firstOf(payments, total) };
}

/**
 * The lines of a refund: those with the same prescribed name are one, as on the sample of the Technical Instruction for
 * ESIR (9.1.1).
 */
export function summed(lines: readonly InvoiceLine[]): InvoiceLine[] {
  const all: InvoiceLine[] = [];
  for (const line of lines) {
    const at = isAdvanceForm(line.name) ? all.findIndex((one) => isSameKind(one, line)) : -1;
    const same = all[at];
    if (same === undefined) all.push(line);
    else all[at] = { ...same, quantity: ONE, unitPrice: same.total + line.total, total: same.total + line.total };
  }
  return all;
}

/** Sums of lines by their tax label, in order of first appearance. */
export function amountsByLabel(lines: readonly Pick<InvoiceLine, 'label' | 'total'>[]): Map<string, Para> {
  const sums = new Map<string, Para>();
  for (const { label, total } of lines) sums.set(label, (sums.get(label) ?? 0) + total);
  return sums;
}

const ONE = 1000;

/** The line of an advance of this amount: the prescribed name of its label, quantity 1 (9.1.1). */
export function advanceLine(label: string, amount: Para): InvoiceLine {
  const name = ADVANCE_NAMES[label] ?? `10: Аванс (${label})`;
  return {
    name,
    unit: 'ком',
    label,
    gtin: null,
    itemId: null,
    quantity: ONE,
    unitPrice: amount,
    total: amount,
  };
}

/** True when both have one name and the same tax labels. */
function isSameKind(one: InvoiceLine, other: InvoiceLine): boolean {
  return one.name === other.name && labelsOfLine(one).join() === labelsOfLine(other).join();
}

function withoutLine(lines: readonly InvoiceLine[], taken: InvoiceLine): readonly InvoiceLine[] | undefined {
  const { label, total } = taken;
  const equal = lines.findIndex((line) => isSameKind(line, taken) && line.total === total);
  if (equal >= 0) return lines.toSpliced(equal, 1);
  let open = total;
  const remaining = lines.flatMap((line) => {
    if (line.label !== label || open === 0) return [line];
    const part = Math.min(line.total, open);
    open -= part;
    return part === line.total ? [] : [withAmount(line, line.total - part)];
  });
  return open === 0 ? remaining : undefined;
}

/** The line with another amount. Quantity and price of goods are replaced by the amount: a part has no unit price. */
function withAmount(line: InvoiceLine, amount: Para): InvoiceLine {
  const name = isAdvanceForm(line.name) ? line.name : (ADVANCE_NAMES[line.label] ?? line.name);
  return { ...line, name, quantity: ONE, unitPrice: amount, total: amount };
}

function sumOf(lines: readonly InvoiceLine[]): Para {
  return lines.reduce((sum, { total }) => sum + total, 0);
}
