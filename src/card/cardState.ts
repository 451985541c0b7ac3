import type { Bilingual } from '../base/index.js';
import { type CardFault, faultWords } from './applets/fault.js';
import type { CardLoss } from './link.js';
import type { PinState } from './pin/rules.js';
import type { CardReport } from './readCard.js';
import type { Standing } from './standing.js';

/** How it stands with the reader and its card. */
export type CardState =
  /** The reader cannot be used. */
  | { readonly kind: 'no reader'; readonly loss: CardLoss }
  | { readonly kind: 'no card' }
  /** A card that does not answer, as when it lies upside down, or not by the rules, or that is kept from the box. */
  | { readonly kind: 'mute'; readonly loss: CardLoss }
  | { readonly kind: 'reading' }
  /** A card that is none of the tax authority's, or broken. */
  | { readonly kind: 'unknown card'; readonly fault: CardFault }
  /** A card of the tax authority that is not, or not yet, this shop's. */
  | {
      readonly kind: 'stranger';
      readonly card: CardReport;
      readonly standing: Exclude<Standing, 'accepted'>;
      /** Is a card of its name known with another certificate? */
      readonly isNamesake: boolean;
    }
  /** This shop's card; `pin` is that of the key for TLS; `isKept`: is it kept over a restart? */
  | { readonly kind: 'ready'; readonly card: CardReport; readonly pin: PinState['kind']; readonly isKept: boolean };

/** What became of a PIN that a person entered. Only `accepted`, `wrong`, `blocked` and `failed` may have cost a try. */
export type PinOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'wrong'; readonly triesLeft: number | null }
  | { readonly kind: 'blocked' }
  /** Few tries are left, or the card does not tell (null): a person has to confirm that number first. */
  | { readonly kind: 'confirm'; readonly triesLeft: number | null }
  /** Another one is being tried: this one was not. */
  | { readonly kind: 'busy' }
  /** Nobody waited for the outcome any more when its turn came: it was not tried. */
  | { readonly kind: 'gone' }
  /** It is not four digits. */
  | { readonly kind: 'form' }
  /** There is no card of this shop. */
  | { readonly kind: 'not ready' }
  /** The card in the reader is another one than the person was shown. */
  | { readonly kind: 'other card' }
  /** Its key for TLS cannot be read, so that a try would be spent on nothing. */
  | { readonly kind: 'no key' }
  | { readonly kind: 'failed'; readonly fault: CardFault };

/** Why the card signed nothing. */
export type SignFault =
  CardFault | { readonly kind: 'not ready' } | { readonly kind: 'pin needed' } | { readonly kind: 'blocked' };

/** Why a card, or its key for TLS, could not be read, for a technician; null: both were, or there is none. */
export function unreadBecause(state: CardState): Bilingual | null {
  if (state.kind === 'unknown card') return faultWords(state.fault);
  if (!('card' in state) || state.card.client.ok) return null;
  const { sr, en } = faultWords(state.card.client.error);
  return { sr: `кључ: ${sr}`, en: `key: ${en}` };
}

/** Do the two say the same? Cards are told anew each time. */
export function isSameState(one: CardState, other: CardState): boolean {
  if (one.kind !== other.kind) return false;
  if ('loss' in one && 'loss' in other) return one.loss === other.loss;
  return one.kind === 'no card' || one.kind === 'reading';
}
