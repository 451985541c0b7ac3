import type { Invoice, InvoiceItem, Payment, PaymentType } from '../../../../contract/index.js';
import { isFiscal } from '../till/tillAnswers.js';
import { merged } from '../till/payment.js';
import type { RequestToSend } from '../till/requests.js';
import { thousandthsOf } from '../components/typed.js';

/** Members of a line that a refund repeats. */
type ReceiptLine = Omit<InvoiceItem, 'totalAmount'>;

/** Members of a sale that a refund needs; amounts in RSD. */
export interface RefundableReceipt extends Pick<Invoice, 'uuid' | 'invoiceType' | 'total' | 'payments' | 'buyerId'> {
  readonly items: readonly ReceiptLine[];
  readonly pfr: Pick<Invoice['pfr'], 'invoiceNumber' | 'sdcDateTime'>;
}

/** The refunds of a sale, from `GET /invoices/{uuid}`. */
export interface Refunded {
  /** In order of issue; amounts in RSD. */
  readonly refunds?: readonly EarlierRefund[];
  /** Number of further refunds. */
  readonly refundsMore?: number;
  /**
   * Undefined when nothing can be refunded any more. `payments`: how it was paid, less what was returned by each
   * payment type; `items`: the remaining quantity of each line, in their order.
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

/** A line of a receipt, and its refundable quantity; quantities in thousandths, prices in para. */
export interface RefundableLine {
  readonly line: ReceiptLine;
  readonly price: number;
  readonly sold: number;
  readonly left: number;
}

/** The refundable part of a receipt. */
export interface Refundable {
  readonly lines: readonly RefundableLine[];
  /** Maximum para to return. Each part is rounded separately, so the last one may be worth a para more. */
  readonly most: number;
  /** How it was paid, less what was returned by each payment type; para. */
  readonly payments: readonly Payment[];
  readonly refunds: readonly EarlierRefund[];
}

/**
 * The refundable part according to the box, which knows the refunds of every till and program. A pro-forma or a
 * training receipt moves no money, so the box counts nothing, and all of it can be refunded at any time.
 */
export function refundableOf(
  receipt: Pick<RefundableReceipt, 'invoiceType' | 'items' | 'total' | 'payments'>,
  { refunds = [], refundable = isFiscal(receipt) ? NOTHING : { ...receipt, amount: receipt.total } }: Refunded,
): Refundable {
  const { items } = receipt;
  const lines = items.map((line, place) => ({
    line,
    sold: Math.round(line.quantity * 1000),
    price: Math.round(line.unitPrice * 100),
    left: Math.round((refundable.items[place]?.quantity ?? 0) * 1000),
  }));
  const amount = Math.round(refundable.amount * 100);
  const payments = refundable.payments.map((one) => ({ ...one, amount: Math.round(one.amount * 100) }));
  const rounding = refunds.length === 0 ? 0 : lines.length;
  return { lines, most: amount === 0 ? 0 : amount + rounding, payments, refunds };
}

const NOTHING = { amount: 0, payments: [], items: [] } as const;

/** The full remaining quantity of each line, in thousandths. */
export function everythingOf(lines: readonly RefundableLine[]): readonly number[] {
  return lines.map(({ left }) => left);
}

/** The typed quantity of each line in thousandths; undefined when it is not a number, or too large. */
export function chosenQuantities(lines: readonly RefundableLine[], typed: readonly string[]): (number | undefined)[] {
  return lines.map(({ left }, place) => {
    const text = typed[place]?.trim() ?? '';
    if (text === '') return 0;
    const quantity = thousandthsOf(text);
    return quantity === undefined || quantity > left ? undefined : quantity;
  });
}

/** One more or one less, within the remaining quantity; a remainder below one is taken completely. */
export function stepped({ left }: RefundableLine, quantity: number | undefined, step: 1 | -1): number {
  return Math.max(0, Math.min(left, (quantity ?? 0) + step * 1000));
}

/** Para; each line is rounded half up, like on the box. */
export function totalOf(lines: readonly RefundableLine[], quantities: readonly (number | undefined)[]): number {
  return lines.reduce((sum, { price }, place) => sum + amountOf(price, quantities[place] ?? 0), 0);
}

function amountOf(price: number, quantity: number): number {
  return Number((BigInt(price) * BigInt(quantity) + 500n) / 1000n);
}

/** True when everything sold is returned, so that the receipt is refunded as a whole. */
export function isWhole({ lines, refunds }: Refundable, quantities: readonly (number | undefined)[]): boolean {
  return refunds.length === 0 && lines.every(({ sold }, place) => quantities[place] === sold);
}

/**
 * Proposed payments for a partial refund: first as much as was paid by the first payment type, then by the next, so
 * that the seller handles as few payment types as possible. Payment types that are not allowed here become cash. Para.
 */
export function proposedPayments(
  { payments }: Pick<Refundable, 'payments'>,
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
  // Each part is rounded separately, so the last one may be worth a para more than remains.
  return merged([...parts, { paymentType: last, amount: rest }]);
}

interface RefundTo {
  readonly buyerId: string;
  /** Payments of the refund, para; for a whole receipt as it was paid. */
  readonly payments: readonly Payment[];
}

/**
 * The request to the API: a full refund names the receipt, a partial one its lines, as does that of a pro-forma or a
 * training receipt.
 */
export function refundRequest(
  receipt: RefundableReceipt,
  left: Refundable,
  quantities: readonly (number | undefined)[],
  { buyerId, payments }: RefundTo,
): RequestToSend {
  const { uuid, invoiceType, pfr } = receipt;
  if (isFiscal(receipt) && isWhole(left, quantities)) return { path: `/invoices/${uuid}/refund`, body: { buyerId } };
  const items = left.lines.flatMap(({ line, price }, place) => {
    const quantity = quantities[place] ?? 0;
    const { name, unit, label, moreLabels, gtin } = line;
    const goods = { name, unit, label, gtin, ...(moreLabels !== undefined && { moreLabels }) };
    return quantity === 0 ? [] : [{ ...goods, quantity: quantity / 1000, unitPrice: price / 100 }];
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

/** The buyer of a receipt that voids another: the shop itself, `10:` and its PIB. Undefined for an incomplete PIB. */
export function ownBuyerId(tin: string): string | undefined {
  return /^\d{9}$/.test(tin) ? `10:${tin}` : undefined;
}

/**
 * The request that voids a wrong refund: a refund with all of its lines that refers to it and names the seller as its
 * buyer (Technical Instruction for ESIR, 9.3).
 */
export function voidRequest({ invoiceType, items, payments, pfr }: RefundableReceipt, buyerId: string): RequestToSend {
  return {
    path: '/invoices',
    body: {
      ...{ invoiceType, transactionType: 'Refund', buyerId, payments },
      items: items.map(({ name, unit, label, moreLabels, gtin, quantity, unitPrice }) => ({
        ...{ name, unit, label, gtin, quantity, unitPrice },
        ...(moreLabels !== undefined && { moreLabels }),
      })),
      referentDocumentNumber: pfr.invoiceNumber,
      referentDocumentDT: pfr.sdcDateTime,
    },
  };
}
