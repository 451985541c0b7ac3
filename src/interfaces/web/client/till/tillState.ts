import type { Payment, PaymentType } from '../../../../contract/index.js';
import type { Scan } from '../scan/keys.js';
import { type Cart, cartTotal, newCart } from './cart.js';

/**
 * The kind of receipt that a request makes. `proforma refund`: no money goes back. `void`: a refund that voids a wrong
 * one.
 */
export type Subject = 'sale' | 'proforma' | 'advance' | 'closing' | 'refund' | 'copy' | 'proforma refund' | 'void';

/** How a closed advance was paid: before, and when the goods were handed over. */
export interface ClosedAdvancePaid {
  /** PFR number of the advance. */
  readonly number: string;
  /** Para of the advance that the goods used up. */
  readonly before: number;
  /** Payments received now; empty when the advance has paid for everything. */
  readonly now: readonly Payment[];
}

/**
 * A request for one receipt: frozen before it is sent, and repeated unchanged until the box has given a certain answer.
 */
export interface Pending {
  /** Its idempotency key. */
  readonly key: string;
  readonly subject: Subject;
  /** Relative to `/web/v1`. */
  readonly path: string;
  readonly body: object;
  /** Para. */
  readonly total: number;
  /** Change to return, in para. */
  readonly change: number;
  /** Cash that the buyer gave, in para; absent without cash. */
  readonly received?: number;
  /** Payment of an advance that it closes. */
  readonly closed?: ClosedAdvancePaid;
  /** Name of the user who sent it first. */
  readonly by?: string;
  /** Its environment: keys of the other environment are separate. */
  readonly environment: string;
  /** The page's view of the box when a person asked for the receipt: environment and processor. */
  readonly belief?: string;
}

/** A receipt that this till has made. */
export interface Receipt {
  readonly key: string;
  readonly subject: Subject;
  readonly total: number;
  readonly change: number;
  /** Cash that the buyer gave, in para; absent without cash, and in receipts of an earlier release. */
  readonly received?: number;
  /** Payment of an advance that it closed; absent in receipts of an earlier release. */
  readonly closed?: ClosedAdvancePaid;
  /** Name of the user who made it. */
  readonly by?: string;
  /** Null while it waits in the queue of the box. */
  readonly uuid: string | null;
  readonly number: string | null;
  /** `2026-11-23 10:00:00`, by the processor. */
  readonly time: string | null;
  /** Its text, for the last receipts only. */
  readonly journal: string | null;
  /** The QR code as drawn by the processor: GIF in base64. */
  readonly qr: string | null;
  /** Content of the QR code, if the processor has drawn none. */
  readonly link?: string | null;
  /** Payments received or returned; RSD. */
  readonly payments?: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
  /** Its position among those that wait for the processor. */
  readonly position: number | null;
  /** The number on the slip of the buyer of a queued sale; absent until the box was asked for it. */
  readonly slip?: number;
}

/** A bill that was parked for another customer. */
export interface Parked {
  readonly cart: Cart;
  /** Time of parking, in ms. */
  readonly at: number;
}

/** The open bill and everything else of real sales, put aside while the till is in training. */
type RealSales = Pick<TillState, 'cart' | 'parked' | 'receipts' | 'forNext' | 'previous'>;

/** Training of a till: its receipts are training receipts, and its bills are separate from real ones. */
interface Training {
  /** Name of the user who practises. Another user is asked before anything is charged. */
  readonly by: string;
  readonly real: RealSales;
}

/** Everything that a till needs after a power cut. Stored as one record, so that it is never incomplete. */
export interface TillState {
  readonly cart: Cart;
  /** The request that the cashier waits for. */
  readonly pending: Pending | null;
  /** Requests with an unknown outcome, moved to the background so that others can be served. */
  readonly unsettled: readonly Pending[];
  /** The receipt that is shown to the cashier. */
  readonly done: Receipt | null;
  readonly parked: readonly Parked[];
  /** The last receipts, newest first. */
  readonly receipts: readonly Receipt[];
  /** Items by id, in the order in which they were chosen. */
  readonly favourites: readonly number[];
  /** Why the box did not make a receipt of the last request; null once the cashier continues. */
  readonly refusal: string | null;
  /**
   * Codes that were scanned before the previous bill was completed: they belong to the next one. A text is from an
   * earlier release.
   */
  readonly forNext?: readonly (Scan | string)[];
  /** Key of the receipt before the open bill, as long as the cashier may still have to act on it. */
  readonly previous?: string;
  /** Present while the till is in training. It survives a reload, and ends only when a person ends it. */
  readonly training?: Training;
}

const MAX_RECEIPTS = 30;
/** A receipt of many lines has tens of kilobytes of text. */
const MAX_TEXTS = 3;
const MAX_PARKED = 50;

export function newState(key: string): TillState {
  return {
    ...{ cart: newCart(key), pending: null, unsettled: [], done: null, parked: [], receipts: [], favourites: [] },
    refusal: null,
  };
}

/** Assigns the open bill to the user who added its first line. */
export function begunBy(state: TillState, by: string): TillState {
  const { cart } = state;
  return cart.by !== undefined || cart.lines.length === 0 ? state : { ...state, cart: { ...cart, by } };
}

/** True while the cart is being paid, so that it must not change. */
function isFrozen({ cart, pending, done }: TillState): boolean {
  return done !== null || pending?.key === cart.key;
}

/** Changes the open bill; a bill that is being paid is unchanged. */
export function withCart(state: TillState, change: (cart: Cart) => Cart): TillState {
  return isFrozen(state) ? state : { ...state, cart: change(state.cart), refusal: null };
}

/** A request is about to be sent. One at a time. */
export function begin(state: TillState, pending: Pending): TillState {
  return state.pending !== null ? state : { ...withoutPrevious(state), pending, done: null, refusal: null };
}

/** A request was not sent after all; its bill continues under the same key, which the box has never seen. */
export function unsent(state: TillState, key: string): TillState {
  return state.pending?.key === key ? { ...state, pending: null } : state;
}

/**
 * The box has made the receipt, or holds the request until it can. A bill that became a receipt is completed; `newKey`
 * is for the next one.
 */
export function issued(state: TillState, receipt: Receipt, newKey: string): TillState {
  const { key } = receipt;
  if (!isAwaited(state, key)) return state;
  const isInFront = state.pending?.key === key;
  const receipts = [receipt, ...state.receipts.filter((one) => one.key !== key)].slice(0, MAX_RECEIPTS);
  return {
    ...state,
    cart: state.cart.key === key ? newCart(newKey) : state.cart,
    pending: isInFront ? null : state.pending,
    unsettled: state.unsettled.filter((one) => one.key !== key),
    done: isInFront ? receipt : state.done,
    receipts: receipts.map((one, index) => (index < MAX_TEXTS ? one : { ...one, journal: null, qr: null, link: null })),
  };
}

/** False for a request of a training that has ended: its outcome belongs to no bill of this till. */
function isAwaited({ pending, unsettled }: TillState, key: string): boolean {
  return pending?.key === key || unsettled.some((one) => one.key === key);
}

/** Certainly nothing was signed: the bill may be changed, and continues under `newKey`. */
export function refused(state: TillState, key: string, message: string, newKey: string): TillState {
  if (!isAwaited(state, key)) return state;
  if (state.pending?.key !== key) {
    return { ...state, unsettled: state.unsettled.filter((one) => one.key !== key), refusal: message };
  }
  const cart = state.cart.key === key ? { ...state.cart, key: newKey } : state.cart;
  return { ...state, pending: null, cart, refusal: message };
}

/**
 * The outcome of the current request is not known yet: it is repeated in the background, and the next customer is
 * served.
 */
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

/** Adds a code for the next bill. */
export function scannedForNext(state: TillState, scan: Scan): TillState {
  return { ...state, forNext: [...(state.forNext ?? []), scan] };
}

/**
 * Codes that can be added to the open bill now: no request or receipt is in front of it, and the bill that they waited
 * for is completed.
 */
export function dueCodes(state: TillState): readonly Scan[] {
  const { cart, pending, done } = state;
  return pending === null && done === null && cart.lines.length === 0 ? codesForNext(state) : [];
}

/** The codes for the next bill. */
export function codesForNext({ forNext = [] }: Pick<TillState, 'forNext'>): readonly Scan[] {
  return forNext.map((one) => (typeof one === 'string' ? [one] : one));
}

/** The waiting codes were added to the bill, or discarded. */
export function withoutCodes({ forNext: _, ...state }: TillState): TillState {
  return state;
}

/**
 * More is known about a receipt: the number on its slip, or that it was made after it had waited in the queue of the
 * box.
 */
export function madeLater(state: TillState, key: string, made: Partial<Receipt>): TillState {
  const learnt = (one: Receipt): Receipt => (one.key === key ? { ...one, ...made } : one);
  return { ...state, done: state.done && learnt(state.done), receipts: state.receipts.map(learnt) };
}

/**
 * Begins the next bill. A scan or Enter may have closed the receipt before the cashier has read it, so its change
 * remains visible until the next payment.
 */
export function nextSale(state: TillState): TillState {
  const { done } = state;
  return done === null ? state : { ...state, done: null, previous: done.key };
}

/** The receipt before the open bill, if its buyer still gets money back, or a slip instead. */
export function previousOf({ previous, receipts }: TillState): Receipt | undefined {
  const found = receipts.find(({ key }) => key === previous);
  if (found === undefined) return undefined;
  const { subject, change, uuid } = found;
  return change > 0 || uuid === null || subject === 'refund' ? found : undefined;
}

/** The cashier has read the message about the previous receipt. */
export function withoutPrevious({ previous: _, ...state }: TillState): TillState {
  return state;
}

export function park(state: TillState, newKey: string, at: number): TillState {
  const { cart, parked } = state;
  if (isFrozen(state) || cart.lines.length === 0 || parked.length >= MAX_PARKED) return state;
  return { ...state, cart: newCart(newKey), parked: [...parked, { cart, at }], refusal: null };
}

/** Opens a parked bill; the open one is parked if it has lines. */
export function takeBack(state: TillState, key: string, newKey: string, at: number): TillState {
  const found = state.parked.find(({ cart }) => cart.key === key);
  if (found === undefined) return state;
  const after = bringIn(state, found.cart, newKey, at);
  return after.cart.key === key ? { ...after, parked: after.parked.filter(({ cart }) => cart.key !== key) } : state;
}

/** Opens another bill; an open one with lines is parked. */
export function bringIn(state: TillState, cart: Cart, newKey: string, at: number): TillState {
  const after = state.cart.lines.length === 0 ? state : park(state, newKey, at);
  return after.cart.lines.length > 0 ? state : withCart(after, () => cart);
}

export function toggleFavourite(state: TillState, id: number): TillState {
  const others = state.favourites.filter((one) => one !== id);
  return { ...state, favourites: others.length < state.favourites.length ? others : [...others, id] };
}

/** True when there is a bill to charge. */
export function isChargeable({ cart, pending, done }: TillState): boolean {
  return pending === null && done === null && cart.lines.length > 0 && cartTotal(cart) > 0;
}
