import { toNfc, UNKNOWN_CHARACTER, visible } from '../../../base/index.js';
import { GLYPH_RANGES } from './glyphRanges.js';

/** Pairs of first and last code point as a character class of a regular expression, without its brackets. */
function classOf(ranges: readonly number[]): string {
  return ranges.map((point, at) => `${at % 2 === 0 ? '' : '-'}\\u{${point.toString(16)}}`).join('');
}

const MISSING = new RegExp(`[^${classOf(GLYPH_RANGES)}]`, 'gu');

/**
 * One row of text in characters that the fonts of the sheet have. A browser would use another font for the others,
 * while a PDF would show an empty box that cannot be searched. So they are replaced before drawing, and PDF and HTML
 * have the same text. Letters are composed with their accents first (NFC, UAX #15), since fonts have most of them as
 * one character.
 */
export function replaceMissingGlyphs(text: string): string {
  return toNfc(text).replace(MISSING, substitute);
}

function substitute(character: string): string {
  const seen = visible(character);
  return seen === character ? UNKNOWN_CHARACTER : seen;
}
