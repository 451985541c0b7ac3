import { assertNever, type Bilingual, failed, type Failed } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import { type Applet, statusWordName } from './statusWords.js';

/** Why a card gave no usable answer. */
export type CardFault =
  /** The connection to the card failed; unless it is `too long`, its link has ended. */
  | { readonly kind: 'lost'; readonly loss: CardLoss }
  /** The applet refused. `meaning` is the name of the status word, with its number if unknown. */
  | { readonly kind: 'refused'; readonly word: number; readonly meaning: string }
  /** The applet is missing, so this is another kind of card. */
  | { readonly kind: 'foreign'; readonly word: number; readonly meaning: string }
  /** The answer has the wrong form for the command; `what` names the expected content. */
  | { readonly kind: 'malformed'; readonly what: string };

export function lost(loss: CardLoss): Failed<CardFault> {
  return failed({ kind: 'lost', loss });
}

export function refused(applet: Applet, word: number): Failed<CardFault> {
  return failed({ kind: 'refused', word, meaning: statusWordName(applet, word) });
}

export function foreign(applet: Applet, word: number): Failed<CardFault> {
  return failed({ kind: 'foreign', word, meaning: statusWordName(applet, word) });
}

export function malformed(what: string): Failed<CardFault> {
  return failed({ kind: 'malformed', what });
}

/** For logs, and in English for technicians; contains no data of the card. */
export function faultText(fault: CardFault): string {
  switch (fault.kind) {
    case 'lost':
      return `lost: ${fault.loss}`;
    case 'refused':
    case 'foreign':
      return `${fault.kind}: ${fault.meaning} (${hexOf(fault.word)})`;
    case 'malformed':
      return `malformed: ${fault.what}`;
    default:
      return assertNever(fault);
  }
}

/**
 * For technicians in both languages. For a status word, Serbian has only its number, which the applet's documents
 * explain.
 */
export function describeFault(fault: CardFault): Bilingual {
  return { sr: serbianFault(fault), en: faultText(fault) };
}

function serbianFault(fault: CardFault): string {
  switch (fault.kind) {
    case 'lost':
      return LOSS_TEXTS[fault.loss];
    case 'refused':
      return `картица одбија (${hexOf(fault.word)})`;
    case 'foreign':
      return `страна картица (${hexOf(fault.word)})`;
    case 'malformed':
      return 'неправилан одговор картице';
    default:
      return assertNever(fault);
  }
}

function hexOf(word: number): string {
  return word.toString(16).toUpperCase().padStart(4, '0');
}

/** Losses in Serbian; their English text is the code itself. */
export const LOSS_TEXTS: Readonly<Record<CardLoss, string>> = {
  off: 'искључен',
  'left to pcscd': 'препуштен сервису pcscd',
  'no reader': 'нема читача',
  busy: 'заузет',
  denied: 'без дозволе',
  driver: 'нема драјвера',
  unsupported: 'читач није подржан',
  'no card': 'нема картице',
  mute: 'картица не одговара',
  removed: 'картица извађена',
  'reader gone': 'читач искључен',
  protocol: 'грешка у протоколу',
  late: 'одговор касни',
  'too long': 'само кратки APDU',
  closed: 'затворен',
};
