import { newCart } from './cart.js';
import { newState, type Pending, type TillState } from './tillState.js';
import { beginTraining, endTraining } from './training.js';

/**
 * Requests of a till that must not be lost while its whole state cannot be stored. They are newer than any stored
 * state.
 */
export interface UnsavedRequests {
  /** Key of the open bill. */
  readonly cart: string;
  readonly pending: Pending | null;
  readonly unsettled: readonly Pending[];
  /** Name of the user who practises; absent when the requests are of real sales. */
  readonly training?: string;
}

export function unsavedOf({ cart, pending, unsettled, training }: TillState): UnsavedRequests {
  return { cart: cart.key, pending, unsettled, ...(training !== undefined && { training: training.by }) };
}

/** The state with the latest requests. A bill with another key than the open one was sold or discarded meanwhile. */
export function withUnsaved(state: TillState | undefined, left: UnsavedRequests | undefined): TillState | undefined {
  if (left === undefined) return state;
  const { pending, unsettled } = left;
  const before = inModeOf(left, state ?? newState(left.cart));
  const cart = before.cart.key === left.cart ? before.cart : newCart(left.cart);
  return { ...before, cart, pending, unsettled, done: null };
}

/** The stored state may be older than the beginning or the end of a training. */
function inModeOf({ training, cart }: UnsavedRequests, state: TillState): TillState {
  if (training === undefined) return endTraining(state);
  return beginTraining({ ...state, pending: null, unsettled: [], done: null }, training, cart);
}
