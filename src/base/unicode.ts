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

const FILLERS = /[\u2800\u115f\u1160\u3164\uffa0]/g;

/** The text with a plain blank for each letter or sign that draws only a blank; real blanks stay as they are. */
export function withoutFillers(text: string): string {
  return text.replace(FILLERS, ' ');
}

/** One row of text with a plain blank in place of each run of blanks, so that nobody can draw a row of its own by blanks. */
export function collapseBlanks(text: string): string {
  return HAS_ODD_BLANKS.test(text) ? text.replace(BLANKS, ' ') : text;
}

/** Draws something: neither a blank nor a mark alone nor what is ignored. */
export const DRAWN = /[^\s\u2800\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Does a text draw nothing but blanks? */
export function isBlank(text: string): boolean {
  return !DRAWN.test(text);
}

/**
 * What draws nothing, and comes along when a name is copied: soft hyphens, joiners, marks of direction, byte order marks. Not the
 * variation selectors, which choose how an emoji is drawn, and not the fillers of Hangul, which draw a blank.
 */
const UNSEEN =
  /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u115f\u1160\u3164\uffa0])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The text without characters that nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** One row of text as it is printed: without characters that nobody sees, each run of blanks one plain blank; in NFC. */
export function printedRow(text: string): string {
  const row = collapseBlanks(withoutUnseen(text));
  return row === text ? text : toNfc(row);
}
