import {
  failed,
  type InvoiceLine,
  labelsOfLine,
  ok,
  type Para,
  type Result,
  roundHalfAway,
  scaledDecimal,
  type TaxItem,
  type TaxLabel,
} from '../../base/index.js';

/**
 * The taxes of a receipt, one item per label in order of the label's code point: the tax contained in the sum of the
 * label's lines, rounded once. A line with several labels counts for each: a tax per unit comes off its total first,
 * and the others share the rest by their rates. The error is a label that is missing in `labels`.
 */
export function taxItems(lines: readonly InvoiceLine[], labels: readonly TaxLabel[]): Result<TaxItem[], string> {
  const known = new Map(labels.map((taxLabel) => [taxLabel.label, taxLabel]));
  const items: TaxItem[] = [];
  for (const label of new Set(lines.flatMap(labelsOfLine))) {
    const taxLabel = known.get(label);
    if (taxLabel === undefined) return failed(label);
    const { name: categoryName, rate, perUnit } = taxLabel;
    const own = lines.filter((line) => labelsOfLine(line).includes(label));
    const total = own.reduce((sum, line) => sum + line.total, 0);
    const amount = perUnit === true ? perUnitTax(own, rate) : percentTax(own, rate, known);
    items.push({ label, categoryName, rate, ...(perUnit === true && { perUnit }), amount, total });
  }
  return ok(items.sort((left, right) => (left.label < right.label ? -1 : 1)));
}

/** 1/1000 para: the unit of para × thousandths. */
const SCALE = 1000n;

/** In {@link SCALE}. */
function unitTax({ quantity }: InvoiceLine, rate: number): bigint {
  return BigInt(quantity) * BigInt(scaledDecimal(rate, 2));
}

function perUnitTax(lines: readonly InvoiceLine[], rate: number): Para {
  return Number(
    roundHalfAway(
      lines.reduce((sum, line) => sum + unitTax(line, rate), 0n),
      SCALE,
    ),
  );
}

/** Lines whose rates add up to the same are taxed together, so that rounding happens once. */
function percentTax(lines: readonly InvoiceLine[], rate: number, known: ReadonlyMap<string, TaxLabel>): Para {
  const shares = new Map<bigint, bigint>();
  for (const line of lines) {
    let [taxed, rates] = [BigInt(line.total) * SCALE, 0n];
    for (const label of labelsOfLine(line)) {
      const one = known.get(label);
      if (one?.perUnit === true) taxed -= unitTax(line, one.rate);
      else rates += BigInt(scaledDecimal(one?.rate ?? 0, 2));
    }
    shares.set(rates, (shares.get(rates) ?? 0n) + taxed);
  }
  const own = BigInt(scaledDecimal(rate, 2));
  const parts = [...shares].map(([rates, taxed]) => roundHalfAway(taxed * own, (10_000n + rates) * SCALE));
  return Number(parts.reduce((sum, part) => sum + part, 0n));
}
