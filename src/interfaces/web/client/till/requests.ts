import { isFreeName, type Payment } from '../../../../contract/index.js';
import type { Invoice } from '../../../../contract/index.js';
import type { ScaleLabel } from './items.js';
import { receivedOf, type Settlement } from './payment.js';
import { type Cart, isPart, type LabelAmount, type Line, loweredPrice, nameOnReceipt, savedBy } from './cart.js';

/** Rules of the shop for its tills. */
export interface TillRules {
  readonly simplifiedCash: boolean;
  /** True when a sale may wait on the box until its processor is back. */
  readonly mayQueue: boolean;
  /** PIB of the shop, which cancels its own receipts under it. */
  readonly tin: string;
  readonly hasPrinter: boolean;
  /** True when a slip is printed for the buyer of a sale that waits for the processor. */
  readonly printsSlips: boolean;
  /** Printers that have a cash drawer. */
  readonly drawers?: readonly string[];
  /** The code formats of the shop's scales. */
  readonly scaleLabels: readonly ScaleLabel[];
  /** True when cashiers may switch the till to training; owners and technicians always may. */
  readonly cashierTraining?: boolean;
}

/**
 * True when a sale could wait on the box, but the tax labels are missing, which come with the first answer of the
 * processor.
 */
export function queueLacksLabels(
  { mayQueue }: Pick<TillRules, 'mayQueue'>,
  catalogue: { readonly labels: readonly unknown[] } | undefined,
): boolean {
  return mayQueue && catalogue?.labels.length === 0;
}

/** Path and body of a request. */
export interface RequestToSend {
  readonly path: string;
  readonly body: object;
}

/**
 * A sale, an advance, or the final receipt of an advance, which names only what is paid now. Sends `tendered` when
 * there is change.
 */
export function saleRequest(cart: Cart, settled: Settlement, { mayQueue }: Pick<TillRules, 'mayQueue'>): RequestToSend {
  const { payments, change } = settled;
  const { advance, kind } = cart;
  const common = commonOf(cart);
  const optional = cart.optionalField === undefined ? {} : { buyerCostCenterId: cart.optionalField };
  const tendered = change > 0 ? { tendered: receivedOf(settled) / 100 } : {};
  if (advance !== null) {
    const rest = { restPayments: payments.map(rsdPayment), ...tendered };
    const part = isPart(cart) ? { part: true } : {};
    const { earlier } = advance;
    const papers = earlier === undefined ? {} : { earlierAdvances: earlier.map(rsdAmount) };
    const body = { ...common, ...optional, ...rest, ...part, ...papers };
    if (advance.uuid !== null) return { path: `/invoices/${advance.uuid}/close-advance`, body };
    return { path: '/earlier-advances/close', body: { ...body, number: advance.number, time: advance.time } };
  }
  const { paidAt } = cart;
  const paid = paidAt === undefined ? {} : { dateAndTimeOfIssue: paidAt };
  const type = kind === 'advance' ? { invoiceType: 'Advance', ...paid } : {};
  const queued = mayQueue ? { whenOffline: 'queue' } : {};
  return {
    path: '/invoices',
    body: {
      ...{ ...type, ...common, ...optional, ...referentOf(cart) },
      ...{ payments: payments.map(rsdPayment), ...tendered, ...queued },
    },
  };
}

/** A training sale: never queued, because nothing was sold that must get a receipt later. */
export function trainingRequest(cart: Cart, settled: Settlement): RequestToSend {
  const { path, body } = saleRequest(cart, settled, { mayQueue: false });
  return { path, body: { ...body, invoiceType: 'Training' } };
}

export function proFormaRequest(cart: Cart): RequestToSend {
  return { path: '/invoices', body: { invoiceType: 'ProForma', ...commonOf(cart) } };
}

/** The format of amounts on receipts, in any language of the page. */
const RSD = new Intl.NumberFormat('sr-RS', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Common members of every receipt of a cart; the sum of the discounts is below its end. */
function commonOf(cart: Cart): object {
  const below = rowsBelow(cart);
  return {
    items: cart.lines.map(itemOf),
    ...(cart.buyerId !== null && { buyerId: cart.buyerId }),
    ...(below.length > 0 && { adText: below.join('\n') }),
  };
}

/**
 * Rows below the end of the receipt: the sum of the discounts, that goods are free of charge (Technical Instruction,
 * 9.7), and the note.
 */
function rowsBelow(cart: Cart): string[] {
  const saved = savedBy(cart);
  return [
    ...(saved > 0 ? [`Укупан попуст: ${RSD.format(saved / 100)}`] : []),
    ...(cart.lines.some(({ name }) => isFreeName(name)) ? ['Промет без накнаде'] : []),
    ...(cart.note === undefined ? [] : [cart.note]),
  ];
}

function referentOf({ referent }: Cart): object {
  if (referent === undefined) return {};
  const { number, time } = referent;
  return { referentDocumentNumber: number, ...(time !== null && { referentDocumentDT: time }) };
}

export function copyRequest({ uuid }: Pick<Invoice, 'uuid'>): RequestToSend {
  return { path: `/invoices/${uuid}/copy`, body: {} };
}

function itemOf(line: Line): object {
  const { unit, label, moreLabels, gtin, itemId, quantity } = line;
  return {
    name: nameOnReceipt(line),
    unit,
    label,
    ...(moreLabels !== undefined && { moreLabels }),
    gtin,
    itemId,
    quantity: quantity / 1000,
    unitPrice: loweredPrice(line) / 100,
  };
}

function rsdAmount({ label, amount }: LabelAmount): object {
  return { label, amount: amount / 100 };
}

function rsdPayment({ paymentType, amount }: Payment): object {
  return { paymentType, amount: amount / 100 };
}
