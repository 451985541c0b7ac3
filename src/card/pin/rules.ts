import { assertNever } from '../../base/index.js';
import type { PinTries } from '../applets/pinAnswer.js';

/** What the box knows of the PIN; it lives in memory only. `card` tells the card that it belongs to from all others. */
export type PinState =
  /** A person has to enter it. */
  | { readonly kind: 'needed' }
  /** This very card has accepted it, and has not left the reader since. */
  | { readonly kind: 'accepted'; readonly card: string; readonly pin: string }
  /** The card takes no PIN any more, for good. */
  | { readonly kind: 'blocked'; readonly card: string };

/** What happens to a PIN. */
export type PinEvent =
  /** The card left the reader, lost its power, or is no longer this shop's. */
  | { readonly kind: 'gone' }
  /** A card was read or asked; null: it does not tell its tries. */
  | { readonly kind: 'tries'; readonly card: string; readonly triesLeft: number | null }
  /** A card was given a PIN; `unclear`: its answer was none of the others, or was lost. */
  | {
      readonly kind: 'answered';
      readonly card: string;
      readonly pin: string;
      readonly answer: 'right' | 'wrong' | 'blocked' | 'unclear';
    };

export const NO_PIN: PinState = { kind: 'needed' };

/** So many tries left, or fewer, and a person has to say that number before a PIN is tried. */
export const FEW_TRIES = 2;

/** What a person confirms: the tries that are left, or that the card does not tell them. */
export type ConfirmedTries = number | 'unknown';

/** What is known after an event. After anything but a right answer the PIN is forgotten, so that nothing tries it again. */
export function afterPinEvent(state: PinState, event: PinEvent): PinState {
  switch (event.kind) {
    case 'gone':
      return NO_PIN;
    case 'tries':
      if (event.triesLeft === 0) return { kind: 'blocked', card: event.card };
      return state.kind !== 'needed' && state.card === event.card ? state : NO_PIN;
    case 'answered':
      switch (event.answer) {
        case 'right':
          return { kind: 'accepted', card: event.card, pin: event.pin };
        case 'blocked':
          return { kind: 'blocked', card: event.card };
        case 'wrong':
        case 'unclear':
          return NO_PIN;
        default:
          return assertNever(event.answer);
      }
    default:
      return assertNever(event);
  }
}

/** The PIN that may be given again without a person: to the card that has accepted it, and to no other. */
export function knownPin(state: PinState, card: string): string | undefined {
  return state.kind === 'accepted' && state.card === card ? state.pin : undefined;
}

/**
 * May a PIN that a person has just entered be tried? Not where the person was shown another number: it may be the same request once
 * more, whose first try was wrong.
 */
export function mayTry(triesLeft: number | null, confirmed: ConfirmedTries | undefined): 'yes' | 'confirm' | 'blocked' {
  if (triesLeft === 0) return 'blocked';
  const isMany = triesLeft !== null && triesLeft > FEW_TRIES;
  const isSame = confirmed === undefined ? isMany : confirmed === (triesLeft ?? 'unknown');
  return isSame ? 'yes' : 'confirm';
}

/** Of so many tries is told by whoever knows these cards, for one that does not tell it itself. */
const ALL_TRIES = 5;

/**
 * May a PIN that was kept be tried? Only while no try was lost, by whomever: then it costs one at most, and never the one of which a
 * person is asked. A card that tells no number says nothing of that.
 */
export function hasAllTries({ left, limit }: PinTries): boolean {
  return left !== null && left > FEW_TRIES && left === (limit ?? ALL_TRIES);
}
