import { ADVANCE_NAMES, isVoucherName, type Payment } from '../../../../contract/index.js';

/** One line of a cart. Money is in para, quantities in thousandths, as everywhere in the box. */
export interface Line {
  /** Unique in its cart. */
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  /** Price of one unit, before the discount. */
  readonly price: number;
  readonly quantity: number;
  readonly label: string;
  /** Labels besides {@link label}; absent without any. */
  readonly moreLabels?: readonly string[];
  readonly gtin: string | null;
  readonly itemId: number | null;
  /** Hundredths of a per cent, 0 to 10,000. */
  readonly discount: number;
}

/** Purpose of the cart. `closing`: the goods that close an advance. */
type CartKind = 'sale' | 'advance' | 'closing';

/** Money of one tax label, para. */
export interface LabelAmount {
  readonly label: string;
  readonly amount: number;
}

/** The advance that a cart closes. */
export interface ClosedAdvance {
  /** Null for papers from before fiscalization, of which the box has no receipt. */
  readonly uuid: string | null;
  readonly number: string;
  /** Time of the last paper; only without `uuid`. */
  readonly time?: string;
  /** What was advanced and not used up yet, with `earlier`. */
  readonly total: number;
  readonly payments: readonly Payment[];
  /** Remaining money of the box's own advances; absent in bills of an earlier release. */
  readonly labels?: readonly LabelAmount[];
  /** Papers from before fiscalization. */
  readonly earlier?: readonly LabelAmount[];
}

/** The receipt that a bill refers to: the pro-forma from which it was made, or the advance that it continues. */
export interface Referent {
  readonly kind: 'proforma' | 'advance';
  readonly number: string;
  /** As in the API; null when the processor reported none. */
  readonly time: string | null;
}

/** An open bill. Its key, created with the cart, identifies its future receipt, even if an answer is lost. */
export interface Cart {
  readonly key: string;
  readonly kind: CartKind;
  readonly lines: readonly Line[];
  readonly buyerId: string | null;
  /** The buyer's optional field, such as `30:099999999`; absent when it is empty. */
  readonly optionalField?: string;
  /** Printed below the end of the receipt; absent where there is none. */
  readonly note?: string;
  /** When the money of an advance reached the account, `2026-11-20 09:00:00`; only when that was before today. */
  readonly paidAt?: string;
  readonly advance: ClosedAdvance | null;
  readonly referent?: Referent;
  /** Name of the user who began it. */
  readonly by?: string;
}

/** Limits of the API. */
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

/** Divides and rounds half away from zero, like the box; for 0 or more. */
function divided(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/**
 * The price on the receipt. The API contract has no lines below zero and multiplies price and quantity itself. A
 * discount is therefore a lower price there; the name of the line mentions it.
 */
export function loweredPrice({ price, discount }: Pick<Line, 'price' | 'discount'>): number {
  return divided(BigInt(price) * BigInt(WHOLE - discount), BigInt(WHOLE));
}

/** Para of a line, equal to the para computed by the box. */
export function totalOf(line: Pick<Line, 'price' | 'discount' | 'quantity'>): number {
  return divided(BigInt(loweredPrice(line)) * BigInt(line.quantity), 1000n);
}

export function cartTotal({ lines }: Pick<Cart, 'lines'>): number {
  return lines.reduce((sum, line) => sum + totalOf(line), 0);
}

/** The amount due. For a closing, the advance is already paid: all of it, or the part for the labels of the goods. */
export function dueOf(cart: Cart): number {
  return cartTotal(cart) - usedOf(cart);
}

/** The goods use up only a part of the advance (Technical Instruction for ESIR, 9.1.3). */
export function isPart({ advance, lines }: Pick<Cart, 'advance' | 'lines'>): boolean {
  return advance?.labels !== undefined && advance.earlier === undefined && cartTotal({ lines }) < advance.total;
}

/** The part of the advance that pays for the goods. */
export function usedOf(cart: Pick<Cart, 'advance' | 'lines'>): number {
  const { advance, lines } = cart;
  if (!isPart(cart)) return advance?.total ?? 0;
  return (advance?.labels ?? []).reduce((used, { label, amount }) => {
    const delivered = cartTotal({ lines: lines.filter((line) => line.label === label) });
    return used + Math.min(amount, delivered);
  }, 0);
}

export type NewLine = Omit<Line, 'id' | 'discount'>;

/** Why goods cannot be added to a bill. `advance`: its receipt contains the advance and nothing else. */
export type GoodsFault = 'advance' | 'full';

/** Why goods cannot be added to a bill; undefined when they can, or when it depends on the goods. */
export function goodsFault(cart: Cart, added?: NewLine): GoodsFault | undefined {
  if (isAdvance(cart)) return 'advance';
  const needsLine = added !== undefined && sameLine(cart, added) === undefined;
  return needsLine && cart.lines.length >= MAX_LINES ? 'full' : undefined;
}

/** True while the bill is an advance. After its line was removed, it is not. */
export function isAdvance({ kind, lines }: Pick<Cart, 'kind' | 'lines'>): boolean {
  return kind === 'advance' && lines.length > 0;
}

/**
 * The bill to which goods are added: an advance whose line was removed becomes a sale, without its buyer and the
 * previous advance.
 */
export function goodsCart(cart: Cart): Cart {
  if (cart.kind !== 'advance' || isAdvance(cart)) return cart;
  return { ...newCart(cart.key), ...(cart.by !== undefined && { by: cart.by }) };
}

/** The cart with this text below its receipt; '' for none. */
export function withNote(cart: Cart, note: string): Cart {
  const { note: _before, ...rest } = cart;
  return { ...rest, ...(note !== '' && { note }) };
}

/** The cart for another buyer, or for none. The optional field describes the buyer, and is not on an advance. */
export function withBuyer(cart: Cart, buyerId: string | null, optionalField: string | undefined): Cart {
  const { optionalField: _before, ...rest } = cart;
  const isKept = buyerId !== null && optionalField !== undefined && mayHaveOptionalField(cart);
  return { ...rest, buyerId, ...(isKept && { optionalField }) };
}

/** Its receipt is a Normal Sale. */
export function mayHaveOptionalField(cart: Cart): boolean {
  return !isAdvance(cart);
}

/** Adds a line, or its quantity to the same line at the same price. A cart that cannot contain it stays unchanged. */
export function addLine(before: Cart, added: NewLine): Cart {
  if (goodsFault(before, added) !== undefined) return before;
  const cart = goodsCart(before);
  const same = sameLine(cart, added);
  if (same !== undefined) return changeLine(cart, same.id, { quantity: same.quantity + added.quantity });
  return { ...cart, lines: [...cart.lines, { ...added, id: nextId(cart), discount: 0 }] };
}

/** The existing line for the same item. */
function sameLine({ lines }: Cart, { itemId, price, name }: NewLine): Line | undefined {
  if (isVoucherName(name)) return undefined;
  return lines.find(
    (line) => line.itemId !== null && line.itemId === itemId && line.price === price && line.name === name,
  );
}

/** Restores a removed line to its position. A full cart is unchanged. */
export function restoreLine(cart: Cart, line: Line, at: number): Cart {
  if (cart.lines.length >= MAX_LINES) return cart;
  const restored = { ...line, id: nextId(cart) };
  return { ...cart, lines: [...cart.lines.slice(0, at), restored, ...cart.lines.slice(at)] };
}

/** An id that no line of the cart has. */
function nextId({ lines }: Cart): number {
  return 1 + lines.reduce((highest, { id }) => Math.max(highest, id), 0);
}

/** Changes a line within the limits of the API; a quantity of 0 removes it. */
export function changeLine(
  cart: Cart,
  id: number,
  change: Partial<Pick<Line, 'quantity' | 'price' | 'discount'>>,
): Cart {
  const lines = cart.lines.map((line) => (line.id === id ? bounded({ ...line, ...change }) : line));
  return { ...cart, lines: lines.filter(({ quantity }) => quantity > 0) };
}

/**
 * Sets the same discount on every line, in hundredths of a per cent. The line of an advance has a prescribed name, so
 * it has no discount.
 */
export function discountAll(cart: Cart, discount: number): Cart {
  if (isAdvance(cart)) return cart;
  return { ...cart, lines: cart.lines.map((line) => bounded({ ...line, discount })) };
}

/** Total of the discounts, in para. */
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

/** Discount of one line, in para. */
export function discountOf(line: Pick<Line, 'price' | 'discount' | 'quantity'>): number {
  return totalOf({ ...line, discount: 0 }) - totalOf(line);
}

/** Maximum characters of a name in the API. */
const LONGEST_NAME = 200;

/** The name of a line on the receipt, with its discount, if any. */
export function nameOnReceipt({ name, discount }: Pick<Line, 'name' | 'discount'>): string {
  if (discount === 0) return name;
  const words = ` (попуст ${String(discount / 100).replace('.', ',')}%)`;
  return (
    Array.from(name)
      .slice(0, LONGEST_NAME - words.length)
      .join('') + words
  );
}

/** A cart of an advance with one line for each label; undefined when a label has no prescribed name. */
export function advanceCart(
  key: string,
  amounts: readonly LabelAmount[],
  more: Partial<Pick<Cart, 'referent' | 'buyerId' | 'paidAt'>> = {},
): Cart | undefined {
  const lines: Line[] = [];
  for (const { label, amount } of amounts) {
    const name = ADVANCE_NAMES[label];
    if (name === undefined) return undefined;
    const money = { name, unit: 'ком', price: amount, quantity: ONE, label, gtin: null, itemId: null, discount: 0 };
    lines.push({ ...money, id: lines.length + 1 });
  }
  return { ...newCart(key), lines, kind: 'advance', ...more };
}

/** Number of names shown for a parked bill. */
const MAX_NAMES = 3;

/** Names of the first lines, by which a person recognizes the bill. */
export function namesOf({ lines }: Pick<Cart, 'lines'>): string {
  const names = lines.slice(0, MAX_NAMES).map(({ name }) => name);
  return [...names, ...(lines.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
