import type { InvoiceResponse } from './answers.js';
import {
  addLine,
  type Cart,
  type ClosedAdvance,
  goodsCart,
  isAdvance,
  newCart,
  type Payment,
  type Referent,
} from './cart.js';
import { park, type TillState, withCart } from './state.js';

/** The sum of all advances of a chain, from `GET /web/till/advance/{uuid}`. */
export interface Advanced {
  /** RSD. */
  readonly total: number;
  readonly payments: readonly Payment[];
}

/** True when a bill can be made from it. */
export function isProForma({ invoiceType, transactionType }: InvoiceResponse): boolean {
  return invoiceType === 'ProForma' && transactionType === 'Sale';
}

export function referentTo({ invoiceType, pfr }: Pick<InvoiceResponse, 'invoiceType' | 'pfr'>): Referent {
  const kind = invoiceType === 'ProForma' ? 'proforma' : 'advance';
  return { kind, number: pfr.invoiceNumber ?? '', time: pfr.sdcDateTime };
}

/** The bill of a pro-forma; its receipt refers to the pro-forma. */
export function proFormaCart(key: string, invoice: InvoiceResponse): Cart {
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

/** The advance that a cart closes, with the sum of the chain. */
export function closedAdvance({ uuid, pfr }: InvoiceResponse, { total, payments }: Advanced): ClosedAdvance {
  const paid = payments.map(({ paymentType, amount }) => ({ paymentType, amount: Math.round(amount * 100) }));
  return { uuid, number: pfr.invoiceNumber ?? '', total: Math.round(total * 100), payments: paid };
}

/**
 * Makes a closing of the open bill's goods, or of the next ones. An open advance is parked, because its line is not
 * goods.
 */
export function closing(
  state: TillState,
  invoice: InvoiceResponse,
  advanced: Advanced,
  newKey: string,
  at: number,
): TillState {
  const advance = closedAdvance(invoice, advanced);
  const { buyerId } = invoice;
  const free = isAdvance(state.cart) ? park(state, newKey, at) : state;
  if (isAdvance(free.cart)) return state;
  return withCart(free, (before) => {
    const cart = goodsCart(before);
    return { ...cart, kind: 'closing', advance, buyerId: cart.buyerId ?? buyerId };
  });
}
