import { assertNever } from '../../../base/index.js';
import type { PinTries } from '../applets/statusWords.js';

/** What the box knows of the PIN; in memory only. `card` identifies the card that it belongs to. */
export type PinState =
  /** A person has to enter it. */
  | { readonly kind: 'needed' }
  /** This card has accepted it, and has not left the reader since. */
  | { readonly kind: 'accepted'; readonly card: string; readonly pin: string }
  /** The card is permanently blocked. */
  | { readonly kind: 'blocked'; readonly card: string };

/** An event that concerns a PIN. */
export type PinEvent =
  /** The card left the reader, lost its power, or is no longer this shop's. */
  | { readonly kind: 'gone' }
  /** A card was read; null: it does not report its tries. */
  | { readonly kind: 'tries'; readonly card: string; readonly triesLeft: number | null }
  /** A card was sent a PIN; `unclear`: its answer was another one, or was lost. */
  | {
      readonly kind: 'answered';
      readonly card: string;
      readonly pin: string;
      readonly answer: 'right' | 'wrong' | 'blocked' | 'unclear';
    };

export const NO_PIN: PinState = { kind: 'needed' };

/** With this many tries left, or fewer, a person has to confirm the number before a PIN is tried. */
export const FEW_TRIES = 2;

/** What a person confirms: the remaining tries, or that the card does not report them. */
export type ConfirmedTries = number | 'unknown';

/** The state after an event. After any answer except `right` the PIN is forgotten, so that it is never tried again. */
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

/** The PIN that may be sent again without a person: to the card that has accepted it, and to no other. */
export function knownPin(state: PinState, card: string): string | undefined {
  return state.kind === 'accepted' && state.card === card ? state.pin : undefined;
}

/**
 * Decides whether a PIN just entered by a person may be tried. Not if another number was shown to the person: the
 * request may be a repeat of one whose first try was wrong.
 */
export function mayTry(triesLeft: number | null, confirmed: ConfirmedTries | undefined): 'yes' | 'confirm' | 'blocked' {
  if (triesLeft === 0) return 'blocked';
  const isMany = triesLeft !== null && triesLeft > FEW_TRIES;
  const isSame = confirmed === undefined ? isMany : confirmed === (triesLeft ?? 'unknown');
  return isSame ? 'yes' : 'confirm';
}

/** Total of tries according to people who know these cards, for a card that does not report it. */
const ALL_TRIES = 5;

/**
 * True when a stored PIN may be tried: only while no try was used by any program. It then costs one try at most, and
 * never one that a person has to confirm. A card that does not report its tries does not qualify.
 */
export function hasAllTries({ left, limit }: PinTries): boolean {
  return left !== null && left > FEW_TRIES && left === (limit ?? ALL_TRIES);
}
