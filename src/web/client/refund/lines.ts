import type { InvoiceType } from '../../../base/index.js';
import type { Payment, PaymentType } from '../till/cart.js';
import { merged } from '../till/payment.js';
import type { Asked } from '../till/requests.js';
import { thousandthsOf } from '../parts/typed.js';

/** A line as the API tells it: price in RSD. */
export interface ReceiptLine {
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly label: string;
  readonly gtin: string | null;
}

/** What of a sale a refund needs; amounts in RSD. */
export interface RefundableReceipt {
  readonly uuid: string;
  readonly invoiceType: InvoiceType;
  readonly total: number;
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
  readonly items: readonly ReceiptLine[];
  readonly buyerId: string | null;
  readonly pfr: { readonly invoiceNumber: string | null; readonly sdcDateTime: string | null };
}

/** What `GET /invoices/{uuid}` says of the refunds of a sale. */
export interface Refunded {
  /** In order of issue; amounts in RSD. */
  readonly refunds?: readonly EarlierRefund[];
  /** How many more there are. */
  readonly refundsMore?: number;
  /**
   * Undefined where nothing can be refunded any more. `payments`: how it was paid, less what went back by each kind; `items`: what is left
   * of each line, in their order.
   */
  readonly refundable?: {
    readonly amount: number;
    readonly payments: readonly Payment[];
    readonly items: readonly { readonly quantity: number }[];
  };
}

export interface EarlierRefund {
  readonly uuid: string;
  readonly number: string;
  readonly amount: number;
  /** `2026-11-23 10:05:12`. */
  readonly createdAt: string;
}

/** A line of a receipt, and how much of it can still be refunded; quantities in thousandths, prices in para. */
export interface RefundableLine {
  readonly line: ReceiptLine;
  readonly price: number;
  readonly sold: number;
  readonly left: number;
}

/** What can still be refunded of a receipt. */
export interface Left {
  readonly lines: readonly RefundableLine[];
  /** Para that can go back at most; each part is rounded by itself, so that the last one may be worth a para more. */
  readonly most: number;
  /** How it was paid, less what went back by each kind; para. */
  readonly payments: readonly Payment[];
  readonly refunds: readonly EarlierRefund[];
}

/** What the box says is left of a receipt: it knows what every till and program has refunded. */
export function leftOf(
  { items }: Pick<RefundableReceipt, 'items'>,
  { refunds = [], refundable = { amount: 0, payments: [], items: [] } }: Refunded,
): Left {
  const lines = items.map((line, place) => ({
    line,
    sold: Math.round(line.quantity * 1000),
    price: Math.round(line.unitPrice * 100),
    left: Math.round((refundable.items[place]?.quantity ?? 0) * 1000),
  }));
  const amount = Math.round(refundable.amount * 100);
  const payments = refundable.payments.map((one) => ({ ...one, amount: Math.round(one.amount * 100) }));
  return { lines, most: amount === 0 ? 0 : amount + roundingOf(lines, refunds), payments, refunds };
}

function roundingOf(lines: readonly unknown[], refunds: readonly unknown[]): number {
  return refunds.length === 0 ? 0 : lines.length;
}

/** All that is left of each line, in thousandths. */
export function everythingOf(lines: readonly RefundableLine[]): readonly number[] {
  return lines.map(({ left }) => left);
}

/** The chosen quantity of each line in thousandths, as it was typed; undefined where it is none, or too much. */
export function chosenQuantities(lines: readonly RefundableLine[], typed: readonly string[]): (number | undefined)[] {
  return lines.map(({ left }, place) => {
    const text = typed[place]?.trim() ?? '';
    if (text === '') return 0;
    const quantity = thousandthsOf(text);
    return quantity === undefined || quantity > left ? undefined : quantity;
  });
}

/** One more or one less, within what is left; of a rest below one all of it. */
export function stepped({ left }: RefundableLine, quantity: number | undefined, step: 1 | -1): number {
  return Math.max(0, Math.min(left, (quantity ?? 0) + step * 1000));
}

/** Para; each line is rounded half up, as the box does it. */
export function totalOf(lines: readonly RefundableLine[], quantities: readonly (number | undefined)[]): number {
  return lines.reduce((sum, { price }, place) => sum + amountOf(price, quantities[place] ?? 0), 0);
}

function amountOf(price: number, quantity: number): number {
  return Number((BigInt(price) * BigInt(quantity) + 500n) / 1000n);
}

/** Is it all that was sold, so that the receipt is refunded as a whole? */
export function isWhole({ lines, refunds }: Left, quantities: readonly (number | undefined)[]): boolean {
  return refunds.length === 0 && lines.every(({ sold }, place) => quantities[place] === sold);
}

/**
 * How a part is best given back, as it was paid: by the first kind of payment as much as was paid by it, then by the next, so that the
 * seller has as few ways to give money as can be. What cannot be used here is cash. Para.
 */
export function proposedPayments(
  { payments }: Pick<Left, 'payments'>,
  total: number,
  allowed: readonly PaymentType[],
): readonly Payment[] {
  let rest = total;
  const parts = payments.map(({ paymentType, amount }) => {
    const part = Math.min(rest, amount);
    rest -= part;
    return { paymentType: allowed.includes(paymentType) ? paymentType : ('Cash' as const), amount: part };
  });
  const last = parts.findLast(({ amount }) => amount > 0)?.paymentType ?? 'Cash';
  // Each part is rounded by itself, so that the last one may be worth a para more than is left.
  return merged([...parts, { paymentType: last, amount: rest }]);
}

interface RefundTo {
  readonly buyerId: string;
  /** How the money goes back, para; that of a whole receipt as it was paid. */
  readonly payments: readonly Payment[];
}

/** What the API is asked: a refund of everything goes by the receipt itself, one of some lines by those lines. */
export function refundRequest(
  { uuid, invoiceType, pfr }: RefundableReceipt,
  left: Left,
  quantities: readonly (number | undefined)[],
  { buyerId, payments }: RefundTo,
): Asked {
  if (isWhole(left, quantities)) return { path: `/invoices/${uuid}/refund`, body: { buyerId } };
  const items = left.lines.flatMap(({ line, price }, place) => {
    const quantity = quantities[place] ?? 0;
    const { name, unit, label, gtin } = line;
    return quantity === 0 ? [] : [{ name, unit, label, gtin, quantity: quantity / 1000, unitPrice: price / 100 }];
  });
  return {
    path: '/invoices',
    body: {
      ...{ invoiceType, transactionType: 'Refund', items, buyerId },
      referentDocumentNumber: pfr.invoiceNumber,
      referentDocumentDT: pfr.sdcDateTime,
      payments: payments.map((one) => ({ ...one, amount: one.amount / 100 })),
    },
  };
}
