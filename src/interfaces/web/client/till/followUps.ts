import type { Payment } from '../../../../contract/index.js';
import type { Invoice } from '../../../../contract/index.js';
import {
  addLine,
  type Cart,
  type ClosedAdvance,
  goodsCart,
  isAdvance,
  type LabelAmount,
  newCart,
  type Referent,
} from './cart.js';
import { park, type TillState, withCart } from './tillState.js';

/** The sum of all advances of a chain, from `GET /web/till/advance/{uuid}`. */
export interface Advanced {
  /** RSD. */
  readonly total: number;
  readonly payments: readonly Payment[];
  /** Remaining money, by label. */
  readonly labels: readonly LabelAmount[];
  /** The first advance continues a paper from before fiscalization. */
  readonly beginsElsewhere: boolean;
}

/** True when a bill can be made from it. */
export function isProForma({ invoiceType, transactionType }: Invoice): boolean {
  return invoiceType === 'ProForma' && transactionType === 'Sale';
}

export function referentTo({ invoiceType, pfr }: Pick<Invoice, 'invoiceType' | 'pfr'>): Referent {
  const kind = invoiceType === 'ProForma' ? 'proforma' : 'advance';
  return { kind, number: pfr.invoiceNumber, time: pfr.sdcDateTime };
}

/** The bill of a pro-forma; its receipt refers to the pro-forma. */
export function proFormaCart(key: string, invoice: Invoice): Cart {
  const { items, buyerId } = invoice;
  const empty: Cart = { ...newCart(key), buyerId, referent: referentTo(invoice) };
  return items.reduce<Cart>((cart, { name, unit, label, moreLabels, gtin, quantity, unitPrice }) => {
    const amounts = { price: Math.round(unitPrice * 100), quantity: Math.round(quantity * 1000) };
    return addLine(cart, {
      name,
      unit,
      label,
      ...(moreLabels !== undefined && { moreLabels }),
      gtin,
      itemId: null,
      ...amounts,
    });
  }, empty);
}

/** The advance that a cart closes, with the sum of the chain. `earlier`: papers from before fiscalization. */
export function closedAdvance(
  { uuid, pfr }: Pick<Invoice, 'uuid' | 'pfr'>,
  { total, payments, labels }: Advanced,
  earlier: readonly LabelAmount[] = [],
): ClosedAdvance {
  const inPara = (amount: number): number => Math.round(amount * 100);
  return {
    uuid,
    number: pfr.invoiceNumber,
    total: inPara(total) + sumOf(earlier),
    payments: payments.map(({ paymentType, amount }) => ({ paymentType, amount: inPara(amount) })),
    labels: labels.map(({ label, amount }) => ({ label, amount: inPara(amount) })),
    ...(earlier.length > 0 && { earlier }),
  };
}

/** Advances of which the box has no receipt. `number` and `time` are those of the last paper. */
export function earlierAdvance(number: string, time: string, earlier: readonly LabelAmount[]): ClosedAdvance {
  return { uuid: null, number, time, total: sumOf(earlier), payments: [], earlier };
}

/** A paper as a receipt refers to it (Technical Instruction for ESIR, 9.1.2). */
export function paperReferent(number: string, time: string): Referent {
  return { kind: 'advance', number: /^\d+$/.test(number) ? `XXXXXXXX-XXXXXXXX-${number}` : number, time };
}

function sumOf(amounts: readonly LabelAmount[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Makes a closing of the open bill's goods, or of the next ones. An open advance is parked, because its line is not
 * goods.
 */
export function closing(
  state: TillState,
  advance: ClosedAdvance,
  buyerId: string | null,
  newKey: string,
  at: number,
): TillState {
  const free = isAdvance(state.cart) ? park(state, newKey, at) : state;
  if (isAdvance(free.cart)) return state;
  return withCart(free, (before) => {
    const cart = goodsCart(before);
    return { ...cart, kind: 'closing', advance, buyerId: cart.buyerId ?? buyerId };
  });
}
