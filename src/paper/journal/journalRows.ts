import {
  captionRow,
  COLUMNS,
  cutIntoRows,
  failed,
  formatMoney,
  formatQuantity,
  ok,
  oneLine,
  padEnd,
  padStart,
  type Para,
  type Result,
  roundHalfAway,
  scaledDecimal,
  textWidth,
} from '../../base/index.js';
import {
  type Draft,
  type InvoiceLine,
  isAdvanceForm,
  isPrescribedName,
  labelsOfLine,
  type Payment,
  paymentName,
  type TaxItem,
  type TaxLabel,
  type TransactionType,
} from '../../contract/index.js';

/** The unit of a line for which none was given. */
const PIECE = 'ком';
/** A name whose author has written that unit behind it, in any of the usual forms. */
const NAMES_PIECE = /[/\\([ ](?:\u043a\u043e\u043c|kom)\.?[)\]]?$/iu;

/** The numbers of an item end at columns 13, 24 and 40, those of a tax row at 17, 26 and 40. */
const PRICE_COLUMNS = 13;
const QUANTITY_COLUMNS = 11;
const TAX_NAME_COLUMNS = 17;
const TAX_RATE_COLUMNS = 9;

/**
 * Name, unit and GTIN of an item as on receipts and in requests, `Jabuka/кг/8600123456789`, without line breaks: at
 * most 232 characters, of 2,048 that a processor takes. The Technical Instruction (16 P8) allows piece goods without
 * unit, the manual test procedure asks for it (p. 7) and for the GTIN in the name (p. 11). Lines with a prescribed name
 * have no unit of pieces, as in the samples of the Technical Instruction (9.1, 9.5, 9.7).
 */
export function itemName({ name, unit, gtin }: Pick<InvoiceLine, 'name' | 'unit' | 'gtin'>): string {
  const isNamed = unit === PIECE && (NAMES_PIECE.test(name) || isPrescribedName(name));
  const behind = [isNamed ? '' : unit, gtin === null || name.includes(gtin) ? '' : gtin];
  return oneLine([name, ...behind.filter((part) => part !== '')].join('/'));
}

/** The payments as the receipt has them: nothing is paid by a pro-forma (manual test procedure, samples 5 and 6). */
export function paymentsOnReceipt({
  invoiceType,
  payments,
}: Pick<Draft, 'invoiceType' | 'payments'>): readonly Payment[] {
  return invoiceType === 'ProForma' ? payments.map((payment) => ({ ...payment, amount: 0 })) : payments;
}

/** Above the rows of {@link itemRows}. */
export const ITEMS_HEAD = 'Назив   Цена         Кол.         Укупно';

/** The rows with the buyer's identification, as far as it was given. */
export function buyerRows({ buyerId, buyerCostCenterId }: Pick<Draft, 'buyerId' | 'buyerCostCenterId'>): string[] {
  return [
    ...(buyerId === null ? [] : captionRow('ИД купца:', oneLine(buyerId))),
    ...(buyerCostCenterId === null ? [] : captionRow('Опционо поље купца:', oneLine(buyerCostCenterId))),
  ];
}

/**
 * Name, unit and label, then price, quantity and total. On a refund only the line's total is negative; the price, the
 * sums and the taxes are positive.
 */
export function itemRows(line: InvoiceLine, transaction: TransactionType): string[] {
  const price = formatMoney(line.unitPrice);
  const quantity = formatQuantity(line.quantity);
  const aligned = price.length < PRICE_COLUMNS && quantity.length < QUANTITY_COLUMNS;
  const numbers = aligned
    ? price.padStart(PRICE_COLUMNS) + quantity.padStart(QUANTITY_COLUMNS)
    : `${price.padStart(PRICE_COLUMNS)} ${quantity}`;
  const total = formatMoney(transaction === 'Refund' ? -line.total : line.total);
  return [...cutIntoRows(labelledName(line)), ...withAmount(numbers, total)];
}

/** Name and label. A prescribed name, `10: Аванс (Ђ)`, ends with the label already (Technical Instruction, 9.1.1). */
function labelledName(line: InvoiceLine): string {
  const name = itemName(line);
  const label = `(${labelsOfLine(line).join(', ')})`;
  return isAdvanceForm(name) && name.endsWith(label) ? name : `${name} ${label}`;
}

/** `Готовина:` and the amount. */
export function paymentRows(payment: Payment): string[] {
  return amountRows(`${paymentName(payment.paymentType)}:`, payment.amount);
}

/** A caption with its colon, and the amount on the right. */
export function amountRows(caption: string, amount: Para): string[] {
  return withAmount(caption, formatMoney(amount));
}

/** Label, name, rate and tax of one label. A name longer than its column is cut, since the label identifies the tax. */
export function taxRows(item: TaxItem): string[] {
  const room = TAX_NAME_COLUMNS - textWidth(item.label);
  const name = Array.from(oneLine(item.categoryName))
    .slice(0, room - 1)
    .join('');
  const head = item.label + padStart(name, room) + rateOnPaper(item).padStart(TAX_RATE_COLUMNS);
  return withAmount(head, formatMoney(item.amount));
}

/** `20,00%`, or `0,50 RSD` for a tax per unit. */
export function rateOnPaper({ rate, perUnit }: Pick<TaxItem, 'rate' | 'perUnit'>): string {
  const figure = formatMoney(scaledDecimal(rate, 2));
  return perUnit === true ? `${figure} RSD` : `${figure}%`;
}

/** The amount at the right edge of the row, or of the next row when not even one blank would remain before it. */
function withAmount(head: string, amount: string): string[] {
  const room = COLUMNS - textWidth(head);
  return amount.length < room ? [head + amount.padStart(room)] : [padEnd(head, COLUMNS), amount.padStart(COLUMNS)];
}

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
    const amount = perUnit === true ? perUnitTax(label, own, known) : percentTax(own, rate, known);
    items.push({ label, categoryName, rate, ...(perUnit === true && { perUnit }), amount, total });
  }
  return ok(items.sort((left, right) => (left.label < right.label ? -1 : 1)));
}

/** 1/1000 para: the unit of para × thousandths. */
const SCALE = 1000n;

/**
 * The taxes per unit of a line by label, in {@link SCALE}. They are contained in its total, so the last ones are lower
 * where the price does not cover them all, and nothing is then left for the taxes by rate.
 */
function unitTaxes(line: InvoiceLine, known: ReadonlyMap<string, TaxLabel>): ReadonlyMap<string, bigint> {
  let left = BigInt(line.total) * SCALE;
  const taxes = new Map<string, bigint>();
  for (const label of labelsOfLine(line)) {
    const one = known.get(label);
    if (one?.perUnit !== true) continue;
    const due = BigInt(line.quantity) * BigInt(scaledDecimal(one.rate, 2));
    const tax = due < left ? due : left;
    taxes.set(label, tax);
    left -= tax;
  }
  return taxes;
}

function perUnitTax(label: string, lines: readonly InvoiceLine[], known: ReadonlyMap<string, TaxLabel>): Para {
  const sum = lines.reduce((all, line) => all + (unitTaxes(line, known).get(label) ?? 0n), 0n);
  return Number(roundHalfAway(sum, SCALE));
}

/** Lines whose rates add up to the same are taxed together, so that rounding happens once. */
function percentTax(lines: readonly InvoiceLine[], rate: number, known: ReadonlyMap<string, TaxLabel>): Para {
  const shares = new Map<bigint, bigint>();
  for (const line of lines) {
    const units = unitTaxes(line, known);
    const taxed = [...units.values()].reduce((left, tax) => left - tax, BigInt(line.total) * SCALE);
    const rates = labelsOfLine(line)
      .filter((label) => !units.has(label))
      .reduce((sum, label) => sum + BigInt(scaledDecimal(known.get(label)?.rate ?? 0, 2)), 0n);
    shares.set(rates, (shares.get(rates) ?? 0n) + taxed);
  }
  const own = BigInt(scaledDecimal(rate, 2));
  const parts = [...shares].map(([rates, taxed]) => roundHalfAway(taxed * own, (10_000n + rates) * SCALE));
  return Number(parts.reduce((sum, part) => sum + part, 0n));
}
