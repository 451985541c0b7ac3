import type { Scan } from '../scan/keys.js';
import { type Cart, cartTotal, type ClosedAdvance, newCart, type Payment, type PaymentType } from './cart.js';

/** What a request makes: a receipt of which kind. */
export type Subject = 'sale' | 'proforma' | 'advance' | 'closing' | 'refund' | 'copy';

/** How a closed advance was paid: before, and when the goods were taken. */
export interface ClosedAdvancePaid {
  /** PFR number of the advance. */
  readonly number: string;
  /** Para that were paid in advance. */
  readonly before: number;
  /** What was taken now; empty where the advance has paid for all. */
  readonly now: readonly Payment[];
}

export function closedPaid({ number, total }: ClosedAdvance, now: readonly Payment[]): ClosedAdvancePaid {
  return { number, before: total, now };
}

/**
 * A request that is to become one receipt: frozen before it is sent, and repeated as it is until the box has answered for certain.
 */
export interface Pending {
  /** Its idempotency key. */
  readonly key: string;
  readonly subject: Subject;
  /** Behind `/web/v1`. */
  readonly path: string;
  readonly body: object;
  /** Para. */
  readonly total: number;
  /** To give back, in para. */
  readonly change: number;
  /** Cash that the buyer gave, in para; absent where none was. */
  readonly received?: number;
  /** Of an advance that it closes. */
  readonly closed?: ClosedAdvancePaid;
  /** Name of who sent it first. */
  readonly by?: string;
  /** Where it belongs: keys of the other environment are others. */
  readonly environment: string;
  /** What the page believed of the box when a person asked for it: environment and processor. */
  readonly belief?: string;
}

/** A receipt that this till has made. */
export interface Receipt {
  readonly key: string;
  readonly subject: Subject;
  readonly total: number;
  readonly change: number;
  /** Cash that the buyer gave, in para; absent where none was, and in receipts of an earlier release. */
  readonly received?: number;
  /** Of an advance that it closed; absent in receipts of an earlier release. */
  readonly closed?: ClosedAdvancePaid;
  /** Name of who made it. */
  readonly by?: string;
  /** Null while it waits in the queue of the box. */
  readonly uuid: string | null;
  readonly number: string | null;
  /** `2026-11-23 10:00:00`, by the processor. */
  readonly time: string | null;
  /** Its text, for the last ones only. */
  readonly journal: string | null;
  /** The QR code as the processor drew it: GIF in base64. */
  readonly qr: string | null;
  /** What the QR code says, where the processor has drawn none. */
  readonly link?: string | null;
  /** How it was paid, or is given back; RSD. */
  readonly payments?: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
  /** Its place among those that wait for the processor. */
  readonly position: number | null;
  /** The number on the slip that the buyer of a queued sale has; absent until the box was asked for it. */
  readonly slip?: number;
}

/** A bill that was put aside for another customer. */
export interface Parked {
  readonly cart: Cart;
  /** When, in ms. */
  readonly at: number;
}

/** All that a till must still know after the power was cut. Kept as one record, so that nothing of it is ever half there. */
export interface TillState {
  readonly cart: Cart;
  /** The request in front of the cashier. */
  readonly pending: Pending | null;
  /** Requests of which nobody knows the end yet, put aside so that others can be served. */
  readonly unsettled: readonly Pending[];
  /** The receipt in front of the cashier. */
  readonly done: Receipt | null;
  readonly parked: readonly Parked[];
  /** The last receipts, newest first. */
  readonly receipts: readonly Receipt[];
  /** Items by id, in the order in which they were chosen. */
  readonly favourites: readonly number[];
  /** Why the box did not make a receipt of the last request; null once the cashier goes on. */
  readonly refusal: string | null;
  /** Codes that were scanned while the bill before was not over: those of the next one. A text is of an earlier release. */
  readonly forNext?: readonly (Scan | string)[];
  /** Key of the receipt before the open bill, as long as the cashier may still have to do something about it. */
  readonly previous?: string;
}

const MOST_RECEIPTS = 30;
/** A receipt of many lines has tens of kilobytes of text. */
const MOST_TEXTS = 3;
export const MOST_PARKED = 50;

export function newState(key: string): TillState {
  return {
    ...{ cart: newCart(key), pending: null, unsettled: [], done: null, parked: [], receipts: [], favourites: [] },
    refusal: null,
  };
}

/** The open bill is of who put the first thing on it. */
export function begunBy(state: TillState, by: string): TillState {
  const { cart } = state;
  return cart.by !== undefined || cart.lines.length === 0 ? state : { ...state, cart: { ...cart, by } };
}

/** Is the cart being paid, so that nothing in it may change? */
export function isFrozen({ cart, pending, done }: TillState): boolean {
  return done !== null || pending?.key === cart.key;
}

/** Changes the open bill; what is being paid stays as it is. */
export function withCart(state: TillState, change: (cart: Cart) => Cart): TillState {
  return isFrozen(state) ? state : { ...state, cart: change(state.cart), refusal: null };
}

/** A request is about to be sent. One at a time. */
export function begin(state: TillState, pending: Pending): TillState {
  return state.pending !== null ? state : { ...withoutPrevious(state), pending, done: null, refusal: null };
}

/** A request was not sent after all; a bill goes on under its key, which the box has never seen. */
export function unsent(state: TillState, key: string): TillState {
  return state.pending?.key === key ? { ...state, pending: null } : state;
}

/** The box has made the receipt, or keeps the request until it can. A bill that became a receipt is over; `newKey` names the next one. */
export function issued(state: TillState, receipt: Receipt, newKey: string): TillState {
  const { key } = receipt;
  const isInFront = state.pending?.key === key;
  const receipts = [receipt, ...state.receipts.filter((one) => one.key !== key)].slice(0, MOST_RECEIPTS);
  return {
    ...state,
    cart: state.cart.key === key ? newCart(newKey) : state.cart,
    pending: isInFront ? null : state.pending,
    unsettled: state.unsettled.filter((one) => one.key !== key),
    done: isInFront ? receipt : state.done,
    receipts: receipts.map((one, index) =>
      index < MOST_TEXTS ? one : { ...one, journal: null, qr: null, link: null },
    ),
  };
}

/** It is certain that nothing was signed: the bill may be changed, and goes on under `newKey`. */
export function refused(state: TillState, key: string, message: string, newKey: string): TillState {
  if (state.pending?.key !== key) {
    return { ...state, unsettled: state.unsettled.filter((one) => one.key !== key), refusal: message };
  }
  const cart = state.cart.key === key ? { ...state.cart, key: newKey } : state.cart;
  return { ...state, pending: null, cart, refusal: message };
}

/** Nobody knows yet what became of the request in front: it is asked for in the background, and the next customer served. */
export function setAside(state: TillState, newKey: string): TillState {
  const { pending, cart } = state;
  if (pending === null) return state;
  return {
    ...state,
    pending: null,
    unsettled: [...state.unsettled, pending],
    cart: cart.key === pending.key ? newCart(newKey) : cart,
  };
}

/** A code of the next bill. */
export function scannedForNext(state: TillState, scan: Scan): TillState {
  return { ...state, forNext: [...(state.forNext ?? []), scan] };
}

/** Codes that belong on the open bill by now: nothing is in front of it, and the bill that they waited for is gone from it. */
export function dueCodes(state: TillState): readonly Scan[] {
  const { cart, pending, done } = state;
  return pending === null && done === null && cart.lines.length === 0 ? codesForNext(state) : [];
}

/** The codes of the next bill. */
export function codesForNext({ forNext = [] }: Pick<TillState, 'forNext'>): readonly Scan[] {
  return forNext.map((one) => (typeof one === 'string' ? [one] : one));
}

/** The codes that waited are on the bill, or were given up. */
export function withoutCodes({ forNext: _, ...state }: TillState): TillState {
  return state;
}

/** More is known of a receipt: the number on its slip, or that it was made after having waited in the queue of the box. */
export function madeLater(state: TillState, key: string, made: Partial<Receipt>): TillState {
  const learnt = (one: Receipt): Receipt => (one.key === key ? { ...one, ...made } : one);
  return { ...state, done: state.done && learnt(state.done), receipts: state.receipts.map(learnt) };
}

/**
 * The next bill begins. A scan or Enter may have ended the receipt before the cashier has read it, so that its change stays in sight until
 * the next payment.
 */
export function nextSale(state: TillState): TillState {
  const { done } = state;
  return done === null ? state : { ...state, done: null, previous: done.key };
}

/** The receipt before the open bill, where its buyer still gets money back, or a slip in its place. */
export function previousOf({ previous, receipts }: TillState): Receipt | undefined {
  const found = receipts.find(({ key }) => key === previous);
  if (found === undefined) return undefined;
  const { subject, change, uuid } = found;
  return change > 0 || uuid === null || subject === 'refund' ? found : undefined;
}

/** The cashier has read what stands of the receipt before. */
export function withoutPrevious({ previous: _, ...state }: TillState): TillState {
  return state;
}

export function park(state: TillState, newKey: string, at: number): TillState {
  const { cart, parked } = state;
  if (isFrozen(state) || cart.lines.length === 0 || parked.length >= MOST_PARKED) return state;
  return { ...state, cart: newCart(newKey), parked: [...parked, { cart, at }], refusal: null };
}

/** Takes a bill back; the open one, if there is something in it, is put aside for it. */
export function takeBack(state: TillState, key: string, newKey: string, at: number): TillState {
  const found = state.parked.find(({ cart }) => cart.key === key);
  if (found === undefined) return state;
  const after = bringIn(state, found.cart, newKey, at);
  return after.cart.key === key ? { ...after, parked: after.parked.filter(({ cart }) => cart.key !== key) } : state;
}

/** Opens another bill; what is in the open one is parked. */
export function bringIn(state: TillState, cart: Cart, newKey: string, at: number): TillState {
  const after = state.cart.lines.length === 0 ? state : park(state, newKey, at);
  return after.cart.lines.length > 0 ? state : withCart(after, () => cart);
}

/** Of a bill that is parked so many names are told. */
const MOST_NAMES = 3;

/** Names of the first lines, by which a person knows the bill again. */
export function namesOf({ lines }: Pick<Cart, 'lines'>): string {
  const names = lines.slice(0, MOST_NAMES).map(({ name }) => name);
  return [...names, ...(lines.length > MOST_NAMES ? ['…'] : [])].join(', ');
}

export function toggleFavourite(state: TillState, id: number): TillState {
  const others = state.favourites.filter((one) => one !== id);
  return { ...state, favourites: others.length < state.favourites.length ? others : [...others, id] };
}

/** Is there anything that may be charged? */
export function isChargeable({ cart, pending, done }: TillState): boolean {
  return pending === null && done === null && cart.lines.length > 0 && cartTotal(cart) > 0;
}
