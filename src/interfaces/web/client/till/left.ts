import { newCart } from './cart.js';
import { newState, type Pending, type TillState } from './state.js';

/**
 * Requests of a till that must not be lost while its whole state cannot be stored. They are newer than any stored
 * state.
 */
export interface LeftRequests {
  /** Key of the open bill. */
  readonly cart: string;
  readonly pending: Pending | null;
  readonly unsettled: readonly Pending[];
}

export function leftOf({ cart, pending, unsettled }: TillState): LeftRequests {
  return { cart: cart.key, pending, unsettled };
}

/** The state with the latest requests. A bill with another key than the open one was sold or discarded meanwhile. */
export function withLeft(state: TillState | undefined, left: LeftRequests | undefined): TillState | undefined {
  if (left === undefined) return state;
  const { pending, unsettled } = left;
  const before = state ?? newState(left.cart);
  const cart = before.cart.key === left.cart ? before.cart : newCart(left.cart);
  return { ...before, cart, pending, unsettled, done: null };
}
