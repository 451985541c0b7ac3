import type { Bilingual, UtcMs } from '../../base/index.js';
import { type CardFault, describeFault } from './applets/fault.js';
import type { CardLoss } from './link.js';
import type { PinState } from './pin/pinRules.js';
import type { CardReport } from './readCard.js';
import type { CardStanding } from './standing.js';

/** State of the reader and its card. */
export type CardState =
  /** The reader cannot be used. */
  | { readonly kind: 'no reader'; readonly loss: CardLoss }
  | { readonly kind: 'no card' }
  /** A card that does not answer (as when upside down), breaks the protocol, or is not accessible to the box. */
  | { readonly kind: 'mute'; readonly loss: CardLoss }
  | { readonly kind: 'reading' }
  /** A card that is not the tax authority's, or is broken. */
  | { readonly kind: 'unknown card'; readonly fault: CardFault }
  /** A card of the tax authority that is not, or not yet, this shop's. */
  | {
      readonly kind: 'stranger';
      readonly card: CardReport;
      readonly standing: Exclude<CardStanding, 'accepted'>;
      /** True when a card of the same name is known with another certificate. */
      readonly isNamesake: boolean;
    }
  /**
   * This shop's card. `pin`: state of the PIN of the key for TLS. `isKept`: true when the PIN is stored over a restart.
   */
  | { readonly kind: 'ready'; readonly card: CardReport; readonly pin: PinState['kind']; readonly isKept: boolean };

/** The result of entering a PIN. Only `accepted`, `wrong`, `blocked` and `failed` may have used a try. */
export type PinOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'wrong'; readonly triesLeft: number | null }
  | { readonly kind: 'blocked' }
  /** Few tries are left, or the card does not report them (null). A person has to confirm that number first. */
  | { readonly kind: 'confirm'; readonly triesLeft: number | null }
  /** Another PIN is being tried; this one was not. */
  | { readonly kind: 'busy' }
  /** The client no longer waited when its turn came; the PIN was not tried. */
  | { readonly kind: 'gone' }
  /** The PIN is not four digits. */
  | { readonly kind: 'form' }
  /** There is no card of this shop. */
  | { readonly kind: 'not ready' }
  /** The card in the reader is not the one that was shown to the person. */
  | { readonly kind: 'other card' }
  /** Its key for TLS cannot be read, so a try would be wasted. */
  | { readonly kind: 'no key' }
  | { readonly kind: 'failed'; readonly fault: CardFault };

/** Why the card signed nothing. */
export type SignFault =
  CardFault | { readonly kind: 'not ready' } | { readonly kind: 'pin needed' } | { readonly kind: 'blocked' };

/** Why a card, or its key for TLS, could not be read, for a technician; null: both were read, or there is no card. */
export function unreadBecause(state: CardState): Bilingual | null {
  if (state.kind === 'unknown card') return describeFault(state.fault);
  if (!('card' in state) || state.card.client.ok) return null;
  const { sr, en } = describeFault(state.card.client.error);
  return { sr: `кључ: ${sr}`, en: `key: ${en}` };
}

/**
 * True when the two states are the same. A state with a card is never the same, because its values may have changed.
 */
export function isSameState(one: CardState, other: CardState): boolean {
  if (one.kind !== other.kind) return false;
  if ('loss' in one && 'loss' in other) return one.loss === other.loss;
  return one.kind === 'no card' || one.kind === 'reading';
}

/** State of the card as a short code. */
export const CARD_MODES = [
  'no reader',
  'no card',
  'busy',
  'denied',
  'mute',
  'reading',
  'unknown card',
  'unconfirmed',
  'foreign',
  'other environment',
  'ended',
  'no key',
  'pin needed',
  'blocked',
  'ready',
] as const;
export type CardMode = (typeof CARD_MODES)[number];

/** In Serbian, for a row on paper. */
export const MODE_TEXTS: Readonly<Record<CardMode, string>> = {
  'no reader': 'читач није доступан',
  'no card': 'није у читачу',
  busy: 'користи је други програм',
  denied: 'уређај нема приступ читачу',
  mute: 'не одговара',
  reading: 'чита се',
  'unknown card': 'није препозната',
  unconfirmed: 'није потврђена',
  foreign: 'није за ову радњу',
  'other environment': 'није за ово окружење',
  ended: 'сертификат је истекао',
  'no key': 'кључ није читљив',
  'pin needed': 'чека ПИН',
  blocked: 'закључана',
  ready: 'спремна',
};

/** `now`: null when the time is not trusted; then no certificate counts as expired. */
export function cardMode(state: CardState, now: UtcMs | null): CardMode {
  switch (state.kind) {
    case 'stranger':
      return STRANGERS[state.standing];
    case 'ready':
      return readyMode(state, now);
    case 'mute':
      return KEPT[state.loss] ?? state.kind;
    case 'no reader':
    case 'no card':
    case 'reading':
    case 'unknown card':
      return state.kind;
  }
}

const STRANGERS = {
  'needs confirmation': 'unconfirmed',
  'other shop': 'foreign',
  'other environment': 'other environment',
} as const;

/** A card that is silent because the box has no access to it. */
const KEPT: Readonly<Partial<Record<CardLoss, CardMode>>> = { busy: 'busy', denied: 'denied', driver: 'denied' };

function readyMode({ card, pin }: Extract<CardState, { kind: 'ready' }>, now: UtcMs | null): CardMode {
  if (pin === 'blocked') return 'blocked';
  if (now !== null && card.identity.notAfter <= now) return 'ended';
  if (!card.client.ok) return 'no key';
  return pin === 'needed' ? 'pin needed' : 'ready';
}
