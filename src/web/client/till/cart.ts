import { ADVANCE_NAMES } from '../../../base/advanceName.js';
import { isVoucherName } from '../../../base/prescribedLine.js';

/** One line of a cart. Money is in para, quantities in thousandths, as everywhere in the box. */
export interface Line {
  /** Unique in its cart. */
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  /** Of one unit, before the discount. */
  readonly price: number;
  readonly quantity: number;
  readonly label: string;
  readonly gtin: string | null;
  readonly itemId: number | null;
  /** Hundredths of a per cent, 0 to 10,000. */
  readonly discount: number;
}

/** What is sold, or what is to be done with it. `closing`: the goods that end an advance. */
export type CartKind = 'sale' | 'advance' | 'closing';

/** The advance that a cart closes. */
export interface ClosedAdvance {
  readonly uuid: string;
  readonly number: string;
  readonly total: number;
  readonly payments: readonly Payment[];
}

/** The receipt that a bill refers to: a pro-forma that it was made of, or the advance that it continues. */
export interface Referent {
  readonly kind: 'proforma' | 'advance';
  readonly number: string;
  /** As the API tells it; null where the processor told none. */
  readonly time: string | null;
}

export interface Payment {
  readonly paymentType: PaymentType;
  /** Para. */
  readonly amount: number;
}

export const PAYMENT_TYPES = ['Cash', 'Card', 'MobileMoney', 'Check', 'WireTransfer', 'Voucher', 'Other'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** An open bill. Its key names the receipt that it becomes, whatever is lost on the way; made with the cart. */
export interface Cart {
  readonly key: string;
  readonly kind: CartKind;
  readonly lines: readonly Line[];
  readonly buyerId: string | null;
  /** `30:099999999`: the document that says what the receipt is for; absent where there is none. */
  readonly optionalField?: string;
  /** Printed below the end of the receipt; absent where there is none. */
  readonly note?: string;
  /** Of an advance: when the money reached the account, `2026-11-20 09:00:00`, where that was before today. */
  readonly paidAt?: string;
  readonly advance: ClosedAdvance | null;
  readonly referent?: Referent;
  /** Name of who began it. */
  readonly by?: string;
}

/** Bounds of the API. */
export const MAX_PRICE = 99_999_999_900;
export const MAX_QUANTITY = 999_999_000;
export const MAX_LINES = 500;
/** Characters of a note, so that it and the sum of the discounts fit below a receipt. */
export const MAX_NOTE = 400;
export const WHOLE = 10_000;
const ONE = 1000;

export function newCart(key: string): Cart {
  return { key, kind: 'sale', lines: [], buyerId: null, advance: null };
}

/** Divides and rounds half away from zero, as the box does; for 0 or more. */
function divided(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/**
 * The price that stands on the receipt. The contract knows no lines below zero and multiplies price and quantity itself, so that a
 * discount is a lower price there; the name of the line says so.
 */
export function loweredPrice({ price, discount }: Pick<Line, 'price' | 'discount'>): number {
  return divided(BigInt(price) * BigInt(WHOLE - discount), BigInt(WHOLE));
}

/** Para of a line, to the para what the box makes of it. */
export function totalOf(line: Pick<Line, 'price' | 'discount' | 'quantity'>): number {
  return divided(BigInt(loweredPrice(line)) * BigInt(line.quantity), 1000n);
}

export function cartTotal({ lines }: Pick<Cart, 'lines'>): number {
  return lines.reduce((sum, line) => sum + totalOf(line), 0);
}

/** What is still to be paid: of a closing the advance was paid before. */
export function dueOf(cart: Cart): number {
  return cartTotal(cart) - (cart.advance?.total ?? 0);
}

export type NewLine = Omit<Line, 'id' | 'discount'>;

/** Why goods cannot go onto a bill. `advance`: its receipt names the advance and nothing else. */
export type GoodsFault = 'advance' | 'full';

/** Why goods cannot go onto a bill; undefined where they can, or where it depends on which ones. */
export function goodsFault(cart: Cart, added?: NewLine): GoodsFault | undefined {
  if (isAdvance(cart)) return 'advance';
  const needsLine = added !== undefined && sameLine(cart, added) === undefined;
  return needsLine && cart.lines.length >= MAX_LINES ? 'full' : undefined;
}

/** True while the bill is an advance. One whose line was removed is none. */
export function isAdvance({ kind, lines }: Pick<Cart, 'kind' | 'lines'>): boolean {
  return kind === 'advance' && lines.length > 0;
}

/** The bill that goods go onto: an advance whose line was removed becomes a sale, without its buyer and the advance before it. */
export function goodsCart(cart: Cart): Cart {
  if (cart.kind !== 'advance' || isAdvance(cart)) return cart;
  return { ...newCart(cart.key), ...(cart.by !== undefined && { by: cart.by }) };
}

/** The cart with this text below its receipt; '' for none. */
export function withNote(cart: Cart, note: string): Cart {
  const { note: _before, ...rest } = cart;
  return { ...rest, ...(note !== '' && { note }) };
}

/** The cart for another buyer, or for none. The optional field says something of the buyer, and is not on an advance. */
export function withBuyer(cart: Cart, buyerId: string | null, optionalField: string | undefined): Cart {
  const { optionalField: _before, ...rest } = cart;
  const isKept = buyerId !== null && optionalField !== undefined && mayHaveOptionalField(cart);
  return { ...rest, buyerId, ...(isKept && { optionalField }) };
}

/** Its receipt is a Normal Sale. */
export function mayHaveOptionalField(cart: Cart): boolean {
  return !isAdvance(cart);
}

/** Adds a line; more of the same at the same price goes to the line that is there. A cart that cannot take it stays as it is. */
export function addLine(before: Cart, added: NewLine): Cart {
  if (goodsFault(before, added) !== undefined) return before;
  const cart = goodsCart(before);
  const same = sameLine(cart, added);
  if (same !== undefined) return changeLine(cart, same.id, { quantity: same.quantity + added.quantity });
  return { ...cart, lines: [...cart.lines, { ...added, id: nextId(cart), discount: 0 }] };
}

/** The line that more of the same goes to; each single-purpose voucher has its own. */
function sameLine({ lines }: Cart, { itemId, price, name }: NewLine): Line | undefined {
  if (isVoucherName(name)) return undefined;
  return lines.find(
    (line) => line.itemId !== null && line.itemId === itemId && line.price === price && line.name === name,
  );
}

/** Puts a line that was removed back to its place. A full cart stays as it is. */
export function restoreLine(cart: Cart, line: Line, at: number): Cart {
  if (cart.lines.length >= MAX_LINES) return cart;
  const restored = { ...line, id: nextId(cart) };
  return { ...cart, lines: [...cart.lines.slice(0, at), restored, ...cart.lines.slice(at)] };
}

/** A number that no line of the cart has. */
function nextId({ lines }: Cart): number {
  return 1 + lines.reduce((highest, { id }) => Math.max(highest, id), 0);
}

/** Changes a line within the bounds of the API; a quantity of nothing removes it. */
export function changeLine(
  cart: Cart,
  id: number,
  change: Partial<Pick<Line, 'quantity' | 'price' | 'discount'>>,
): Cart {
  const lines = cart.lines.map((line) => (line.id === id ? bounded({ ...line, ...change }) : line));
  return { ...cart, lines: lines.filter(({ quantity }) => quantity > 0) };
}

/** The same discount on every line, in hundredths of a per cent. The line of an advance has a prescribed name, so it has no discount. */
export function discountAll(cart: Cart, discount: number): Cart {
  if (isAdvance(cart)) return cart;
  return { ...cart, lines: cart.lines.map((line) => bounded({ ...line, discount })) };
}

/** What the discounts take off, in para. */
export function savedBy({ lines }: Pick<Cart, 'lines'>): number {
  return lines.reduce((sum, line) => sum + discountOf(line), 0);
}

function bounded(line: Line): Line {
  return {
    ...line,
    quantity: Math.min(line.quantity, MAX_QUANTITY),
    price: Math.min(line.price, MAX_PRICE),
    discount: Math.max(0, Math.min(line.discount, WHOLE)),
  };
}

/** What the discount of one line takes off, in para. */
export function discountOf(line: Pick<Line, 'price' | 'discount' | 'quantity'>): number {
  return totalOf({ ...line, discount: 0 }) - totalOf(line);
}

/** Characters of a name that the API takes. */
const LONGEST_NAME = 200;

/** The name of a line as the buyer reads it: one with a discount says so. */
export function nameOnReceipt({ name, discount }: Pick<Line, 'name' | 'discount'>): string {
  if (discount === 0) return name;
  const words = ` (попуст ${String(discount / 100).replace('.', ',')}%)`;
  return (
    Array.from(name)
      .slice(0, LONGEST_NAME - words.length)
      .join('') + words
  );
}

/** A cart of an advance over `amount` para; the label must be one with a prescribed name. */
export function advanceCart(
  key: string,
  { label }: { readonly label: string },
  amount: number,
  more: Partial<Pick<Cart, 'referent' | 'buyerId' | 'paidAt'>> = {},
): Cart | undefined {
  const name = ADVANCE_NAMES[label];
  if (name === undefined) return undefined;
  const line = { name, unit: 'ком', price: amount, quantity: ONE, label, gtin: null, itemId: null };
  return { ...addLine(newCart(key), line), kind: 'advance', ...more };
}
