import { HELD } from './held.js';

/** Stands for every sign that the fonts do not hold; they hold this one. */
export const UNKNOWN_SIGN = '□';

/** Pairs of first and last code point as the inside of a class of a regular expression. */
function classOf(ranges: readonly number[]): string {
  return ranges.map((point, at) => `${at % 2 === 0 ? '' : '-'}\\u{${point.toString(16)}}`).join('');
}

const NOT_HELD = new RegExp(`[^${classOf(HELD)}]`, 'gu');
/** Draw nothing of their own: accents, what joins, and what only says how to draw or in which direction to read. */
const INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
const BLANK = /\p{Zs}/u;

/**
 * One line of text in signs that the fonts of the sheet hold. A browser would take others from elsewhere, while a PDF
 * would have an empty box that cannot be searched; so they are replaced before anything is drawn, and both drawings say
 * the same. Letters are put together with their accents first (NFC, UAX #15), since most fonts hold them as one sign.
 */
export function legible(text: string): string {
  return text.normalize('NFC').replace(NOT_HELD, substitute);
}

function substitute(sign: string): string {
  if (INVISIBLE.test(sign)) return '';
  return BLANK.test(sign) ? ' ' : UNKNOWN_SIGN;
}
