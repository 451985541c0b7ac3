/**
 * Most combining marks on one character. No language that a shop writes in has more; a pile of them draws over the rows beside it,
 * and takes quadratic time to be put in order (UAX #15).
 */
export const MAX_MARKS = 4;

const MARK = '\\p{M}';
const PILED_UP = new RegExp(`${MARK}{${MAX_MARKS + 1}}`, 'u');
const PILES = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

/** Has one character more than {@link MAX_MARKS} combining marks? */
export function hasPiledUpMarks(text: string): boolean {
  return PILED_UP.test(text);
}

/** The text in NFC (UAX #15), in time that grows with its length only: marks beyond {@link MAX_MARKS} are cut before. */
export function toNfc(text: string): string {
  return (hasPiledUpMarks(text) ? text.replace(PILES, '$1') : text).normalize('NFC');
}

/**
 * What draws a blank: blanks of any width, the blank pattern of Braille, and the fillers of Hangul, which are letters. Other
 * characters that draw nothing count where they follow a blank.
 */
const BLANKS = /(?:[\p{Z}\s\u2800\u115f\u1160\u3164\uffa0][\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]*)+/gu;

/** Is there more to collapse than single plain blanks? Nearly no name has. */
const HAS_ODD_BLANKS = /[^\S ]| [ \p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]|[\u2800\u115f\u1160\u3164\uffa0]/u;

/** One row of text with a plain blank in place of each run of blanks, so that nobody can draw a row of its own by blanks. */
export function collapseBlanks(text: string): string {
  return HAS_ODD_BLANKS.test(text) ? text.replace(BLANKS, ' ') : text;
}
