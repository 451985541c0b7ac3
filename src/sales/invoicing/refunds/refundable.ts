import { type Draft, type InvoiceLine, labelsOfLine } from '../../../contract/index.js';
import type { Para, ParaSum, Thousandths } from '../../../base/index.js';

/** The part of a sale that can still be refunded. */
export interface RemainingSale {
  /** Remaining amount, never below 0. */
  readonly amount: Para;
  /** Remaining quantity of each line of the sale, in their order; never below 0. */
  readonly quantities: readonly Thousandths[];
  /** How much more was refunded than sold; 0 unless the sale was refunded repeatedly. */
  readonly excess: ParaSum;
}

type Refunded = Pick<Draft, 'lines' | 'total'>;

/**
 * The refundable part of a sale after its refunds. The amount of money always counts. A returned line reduces equal
 * lines of the sale first, then lines with its name and tax label, whatever their unit and price. A returned line that
 * matches no line of the sale counts as money only.
 */
export function remainingOf(sale: Refunded, refunds: readonly Refunded[]): RemainingSale {
  const { quantities } = reducedBy(
    sale.lines,
    sale.lines.map(({ quantity }) => quantity),
    refunds.flatMap(({ lines }) => lines),
  );
  // A hundred totals may exceed the safe integers.
  const rest = refunds.reduce((sum, { total }) => sum - BigInt(total), BigInt(sale.total));
  const amount = rest > 0n ? Number(rest) : 0;
  return {
    amount,
    // When all money was returned, no quantity remains to be returned.
    quantities: amount === 0 ? quantities.map(() => 0) : quantities,
    excess: rest < 0n ? -rest : 0n,
  };
}

/**
 * The first line that returns more than remains, and the remaining quantity of its kind; undefined when there is none.
 */
export function lineExceeding(
  { lines }: Refunded,
  { quantities }: RemainingSale,
  returned: Refunded,
): { readonly line: InvoiceLine; readonly remaining: Thousandths } | undefined {
  const { beyond } = reducedBy(lines, quantities, returned.lines);
  if (beyond === undefined) return undefined;
  const ofKind = lines.map((line, place) => (kindOf(line) === kindOf(beyond) ? (quantities[place] ?? 0) : 0));
  return { line: beyond, remaining: ofKind.reduce((sum, quantity) => sum + quantity, 0) };
}

/** Whole quantities have no rounding. */
const WHOLE = 1000;

/**
 * Maximum difference between a sale and the sum of its parts, para. Each line of a receipt is rounded separately, so a
 * kilogram that is returned in parts may be worth a para more.
 */
export function roundingOf(receipts: readonly Refunded[]): Para {
  const lines = receipts.flatMap((receipt) => receipt.lines);
  return lines.filter(({ quantity }) => quantity % WHOLE !== 0).length;
}

interface Reduced {
  readonly quantities: Thousandths[];
  /** The first line whose kind is in the sale, but not in sufficient quantity. */
  readonly beyond: InvoiceLine | undefined;
}

function reducedBy(
  lines: readonly InvoiceLine[],
  before: readonly Thousandths[],
  returned: readonly InvoiceLine[],
): Reduced {
  const quantities = [...before];
  const rests = returned.map(({ quantity }) => quantity);
  for (const nameOf of [equalOf, kindOf]) {
    const places = placesBy(lines, nameOf);
    for (const [at, line] of returned.entries()) {
      const open = places.get(nameOf(line)) ?? [];
      // Each step finishes a line of the sale or the returned line, so many equal lines cost no more than others.
      for (let [place] = open; place !== undefined && (rests[at] ?? 0) > 0; [place] = open) {
        const taken = Math.min(quantities[place] ?? 0, rests[at] ?? 0);
        quantities[place] = (quantities[place] ?? 0) - taken;
        rests[at] = (rests[at] ?? 0) - taken;
        if (quantities[place] === 0) open.shift();
      }
    }
  }
  const kinds = new Set(lines.map(kindOf));
  return { quantities, beyond: returned.find((line, at) => (rests[at] ?? 0) > 0 && kinds.has(kindOf(line))) };
}

function placesBy(lines: readonly InvoiceLine[], nameOf: (line: InvoiceLine) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, line] of lines.entries()) {
    const name = nameOf(line);
    const known = places.get(name);
    if (known === undefined) places.set(name, [place]);
    else known.push(place);
  }
  return places;
}

function equalOf(line: InvoiceLine): string {
  const { name, unit, unitPrice } = line;
  return JSON.stringify([name, labelsOfLine(line), unit, unitPrice]);
}

function kindOf(line: InvoiceLine): string {
  return JSON.stringify([line.name, labelsOfLine(line)]);
}
