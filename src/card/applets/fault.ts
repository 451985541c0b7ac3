import { assertNever, failed, type Failed } from '../../base/index.js';
import type { CardLoss } from '../link.js';
import { type Applet, wordMeaning } from './statusWords.js';

/** Why a card gave no usable answer. */
export type CardFault =
  /** The way to the card failed; unless `too long`, its link has ended. */
  | { readonly kind: 'lost'; readonly loss: CardLoss }
  /** The applet refused; `meaning` names the status word, with its number if it is not known. */
  | { readonly kind: 'refused'; readonly word: number; readonly meaning: string }
  /** The applet is not there: this is another card. */
  | { readonly kind: 'foreign'; readonly word: number; readonly meaning: string }
  /** The answer is not what the command answers; `what` was to be read. */
  | { readonly kind: 'malformed'; readonly what: string };

export function lost(loss: CardLoss): Failed<CardFault> {
  return failed({ kind: 'lost', loss });
}

export function refused(applet: Applet, word: number): Failed<CardFault> {
  return failed({ kind: 'refused', word, meaning: wordMeaning(applet, word) });
}

export function foreign(applet: Applet, word: number): Failed<CardFault> {
  return failed({ kind: 'foreign', word, meaning: wordMeaning(applet, word) });
}

export function malformed(what: string): Failed<CardFault> {
  return failed({ kind: 'malformed', what });
}

/** For logs and technicians; nothing that the card holds is in it. */
export function faultText(fault: CardFault): string {
  switch (fault.kind) {
    case 'lost':
      return `lost: ${fault.loss}`;
    case 'refused':
    case 'foreign': {
      const word = fault.word.toString(16).toUpperCase().padStart(4, '0');
      return `${fault.kind}: ${fault.meaning} (${word})`;
    }
    case 'malformed':
      return `malformed: ${fault.what}`;
    default:
      return assertNever(fault);
  }
}
