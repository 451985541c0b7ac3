import type { Line, Para, Payment, TaxItem, TransactionType } from '../base/fiscal.js';
import { formatMoney, scaledDecimal } from '../base/money.js';
import { formatQuantity } from '../base/quantity.js';
import { COLUMNS, cutHard, oneLine, padEnd, padStart, width } from '../base/text.js';
import { paymentName } from './lettering.js';

/** Piece goods, whose unit may be left out behind the name (Technical Instruction, §16 P8). */
const PIECE = 'ком';

/** The numbers of an item end at columns 13, 24 and 40, those of a tax row at 17, 26 and 40. */
const PRICE_COLUMNS = 13;
const QUANTITY_COLUMNS = 11;
const TAX_NAME_COLUMNS = 17;
const TAX_RATE_COLUMNS = 9;

/** What is sold and in what unit, `Jabuka/кг`, on one line: so a receipt and a fiscal processor name it. */
export function itemName({ name, unit }: Pick<Line, 'name' | 'unit'>): string {
  return oneLine(unit === '' || unit === PIECE ? name : `${name}/${unit}`);
}

/** Name, unit and label, then price, quantity and total. On a refund only the line's total is negative; the price, the sums and the taxes stay positive. */
export function itemLines(line: Line, transaction: TransactionType): string[] {
  const price = formatMoney(line.unitPrice);
  const quantity = formatQuantity(line.quantity);
  const aligned = price.length < PRICE_COLUMNS && quantity.length < QUANTITY_COLUMNS;
  const numbers = aligned
    ? price.padStart(PRICE_COLUMNS) + quantity.padStart(QUANTITY_COLUMNS)
    : `${price.padStart(PRICE_COLUMNS)} ${quantity}`;
  const total = formatMoney(transaction === 'Refund' ? -line.total : line.total);
  return [...cutHard(`${itemName(line)} (${line.label})`), ...withAmount(numbers, total)];
}

/** `Готовина:` and the amount. */
export function paymentLines(payment: Payment): string[] {
  return amountLines(`${paymentName(payment.paymentType)}:`, payment.amount);
}

/** A caption with its colon, and the amount at the right. */
export function amountLines(caption: string, amount: Para): string[] {
  return withAmount(caption, formatMoney(amount));
}

/** Label, name, rate and tax of one label. A name longer than its column is cut: the label says which tax it is. */
export function taxLines(item: TaxItem): string[] {
  const room = TAX_NAME_COLUMNS - width(item.label);
  const name = Array.from(oneLine(item.categoryName))
    .slice(0, room - 1)
    .join('');
  const rate = `${formatMoney(scaledDecimal(item.rate, 2))}%`;
  const head = item.label + padStart(name, room) + rate.padStart(TAX_RATE_COLUMNS);
  return withAmount(head, formatMoney(item.amount));
}

/** The amount at the right edge of the line, or of a line of its own when not one blank would remain before it. */
function withAmount(head: string, amount: string): string[] {
  const room = COLUMNS - width(head);
  return amount.length < room ? [head + amount.padStart(room)] : [padEnd(head, COLUMNS), amount.padStart(COLUMNS)];
}
