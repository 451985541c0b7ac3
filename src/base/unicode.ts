/**
 * Maximum number of combining marks on one character. No language that a shop writes in has more. Piled-up marks draw
 * over the neighbouring rows, and take quadratic time to normalize (UAX #15).
 */
export const MAX_MARKS = 4;

const MARK = '\\p{M}';
const PILED_UP = new RegExp(`${MARK}{${MAX_MARKS + 1}}`, 'u');
const PILES = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

/** True when one character has more than {@link MAX_MARKS} combining marks. */
export function hasPiledUpMarks(text: string): boolean {
  return PILED_UP.test(text);
}

/** The text in NFC (UAX #15), in linear time: marks beyond {@link MAX_MARKS} are removed first. */
export function toNfc(text: string): string {
  return (hasPiledUpMarks(text) ? text.replace(PILES, '$1') : text).normalize('NFC');
}

/**
 * Characters that draw a blank: blanks of any width, the blank pattern of Braille, and the fillers of Hangul, which are
 * letters. Other characters that draw nothing are included after a blank.
 */
const BLANKS = /(?:[\p{Z}\s\u2800\u115f\u1160\u3164\uffa0][\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]*)+/gu;

/** True when there is more to collapse than single plain blanks; hardly any name has more. */
const HAS_ODD_BLANKS = /[^\S ]| [ \p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]|[\u2800\u115f\u1160\u3164\uffa0]/u;

const FILLERS = /[\u2800\u115f\u1160\u3164\uffa0]/g;

/** The text with a plain blank for each letter or sign that draws only a blank; real blanks are unchanged. */
export function withoutFillers(text: string): string {
  return text.replace(FILLERS, ' ');
}

/** One row of text with a plain blank in place of each run of blanks, so that blanks cannot imitate a separate row. */
export function collapseBlanks(text: string): string {
  return HAS_ODD_BLANKS.test(text) ? text.replace(BLANKS, ' ') : text;
}

/** A character that draws something: not a blank, a mark alone, or an ignored character. */
export const DRAWN = /[^\s\u2800\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** True when a text draws nothing except blanks. */
export function isBlank(text: string): boolean {
  return !DRAWN.test(text);
}

/**
 * Characters that draw nothing, and are copied along with a name: soft hyphens, joiners, marks of direction, byte order
 * marks. The variation selectors, which choose how an emoji is drawn, and the fillers of Hangul, which draw a blank,
 * are excluded.
 */
const UNSEEN =
  /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u115f\u1160\u3164\uffa0])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The text without invisible characters. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/**
 * One row of text for printing: without invisible characters, each run of blanks replaced by one plain blank; in NFC.
 */
export function printedRow(text: string): string {
  const row = collapseBlanks(withoutUnseen(text));
  return row === text ? text : toNfc(row);
}
