import { UNKNOWN_SIGN, visible } from '../../base/text.js';
import { HELD } from './held.js';

/** Pairs of first and last code point as the inside of a class of a regular expression. */
function classOf(ranges: readonly number[]): string {
  return ranges.map((point, at) => `${at % 2 === 0 ? '' : '-'}\\u{${point.toString(16)}}`).join('');
}

const NOT_HELD = new RegExp(`[^${classOf(HELD)}]`, 'gu');
/**
 * One line of text in signs that the fonts of the sheet hold. A browser would take others from elsewhere, while a PDF
 * would have an empty box that cannot be searched; so they are replaced before anything is drawn, and both drawings say
 * the same. Letters are put together with their accents first (NFC, UAX #15), since most fonts hold them as one sign.
 */
export function legible(text: string): string {
  return text.normalize('NFC').replace(NOT_HELD, substitute);
}

function substitute(sign: string): string {
  const seen = visible(sign);
  return seen === sign ? UNKNOWN_SIGN : seen;
}
