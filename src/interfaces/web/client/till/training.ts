import { newCart } from './cart.js';
import type { TillState } from './tillState.js';

/** True when no real sale is in progress, so that no outcome of one can arrive during the training. */
export function mayBeginTraining({ training, pending, unsettled, done }: TillState): boolean {
  return training === undefined && pending === null && done === null && unsettled.length === 0;
}

/** Puts real sales aside and begins with an empty training bill, whose key is `newKey`. */
export function beginTraining(state: TillState, by: string, newKey: string): TillState {
  if (!mayBeginTraining(state)) return state;
  const { cart, parked, receipts, forNext, previous, ...rest } = state;
  const real = {
    ...{ cart, parked, receipts },
    ...(forNext !== undefined && { forNext }),
    ...(previous !== undefined && { previous }),
  };
  return { ...rest, cart: newCart(newKey), parked: [], receipts: [], refusal: null, training: { by, real } };
}

/** Continues the training as the signed-in user. */
export function continueTraining(state: TillState, by: string): TillState {
  return state.training === undefined ? state : { ...state, training: { ...state.training, by } };
}

/**
 * Ends the training: real sales are as they were, and everything of the training is dropped. A training receipt whose
 * answer is still missing may be issued, but the till does not show it.
 */
export function endTraining(state: TillState): TillState {
  const { training, forNext: _codes, previous: _receipt, ...rest } = state;
  if (training === undefined) return state;
  return { ...rest, ...training.real, pending: null, unsettled: [], done: null, refusal: null };
}
