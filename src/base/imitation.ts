import { LOOK_ALIKES } from './lookAlikes.js';

/** The title of a fiscal receipt. */
export const TITLE = 'ФИСКАЛНИ РАЧУН';
/** The text of its last row. */
export const CLOSING = 'КРАЈ ФИСКАЛНОГ РАЧУНА';
/** The sentence on printouts that are not fiscal receipts. */
export const NOT_FISCAL = 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН';
/** Printed directly below the title and directly above the closing row of every receipt of the demo processor. */
export const DEMO_SENTENCE = 'ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ';

/** Sentences that are convincing in any position; the title alone counts only in a frame. */
export const PROCESSOR_SENTENCES = [NOT_FISCAL, CLOSING, DEMO_SENTENCE] as const;

/** Characters that can frame the title: rules, dashes, stars and drawn lines. */
const FRAME = /[\p{Sm}\p{Pd}\p{Pc}\p{So}*#~]/u;
/** Marks, and characters that draw nothing or only a blank; except four Indic signs, which are rings of their own. */
const UNDRAWN = /(?:(?![\u0c02\u0c82\u0d02\u0d82])[\p{M}\p{Default_Ignorable_Code_Point}\u2800])+/gu;
const NO_LETTERS = /\P{L}+/gu;

const SHAPES = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([shape, points]) =>
    points.split(' ').map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), shape] as const),
  ),
);

function withoutUndrawn(text: string): string {
  return text.replace(UNDRAWN, '');
}

/**
 * The characters in upper case; characters that look like a letter of the sentences, or like a frame, are replaced by
 * it (UTS 39, section 4).
 */
function capitals(text: string): string {
  return Array.from(withoutUndrawn(text), (character) => SHAPES.get(character) ?? parts(character)).join('');
}

/** The components of a character: a letter in a circle becomes the letter. */
function parts(character: string): string {
  if (character <= '\x7f') return character.toUpperCase();
  const plain = withoutUndrawn(character.normalize('NFKD'));
  return Array.from(plain, (part) => SHAPES.get(part) ?? part.toUpperCase()).join('');
}

/** Two readings of a text: with the digits and signs that look like letters, and without them. */
function readings(text: string): readonly string[] {
  return [text, text.replace(NO_LETTERS, '')].map((one) => capitals(one).replace(NO_LETTERS, ''));
}

const TITLE_LETTERS = readings(TITLE)[0] ?? '';
const SENTENCES = PROCESSOR_SENTENCES.map((sentence) => ({ sentence, letters: readings(sentence)[0] ?? '' }));

/**
 * The processor's sentence that a text imitates: the closing row of a receipt, a statement that it is not fiscal or a
 * demo, in similar letters and with any non-letters between them; or the title in a frame, in a row of its own.
 * Undefined when it imitates none. `rows` are the rows in which the text is printed; `mayDeny`: the printout itself
 * states that it is not a fiscal receipt.
 *
 * @example imitatedSentence('KPAJ ФИCKAЛH0Г PAЧУHA') === 'КРАЈ ФИСКАЛНОГ РАЧУНА'
 */
export function imitatedSentence(
  text: string,
  { rows = () => text.split('\n'), mayDeny = false }: { rows?: () => readonly string[]; mayDeny?: boolean } = {},
): string | undefined {
  const read = readings(text);
  const drawn = SENTENCES.find(({ sentence, letters }) =>
    mayDeny && sentence === NOT_FISCAL ? false : read.some((one) => one.includes(letters)),
  );
  if (drawn !== undefined) return drawn.sentence;
  if (!read.some((one) => one.includes(TITLE_LETTERS))) return undefined;
  return rows().some(isFramedTitle) ? TITLE : undefined;
}

function isFramedTitle(row: string): boolean {
  return FRAME.test(capitals(row)) && readings(row).includes(TITLE_LETTERS);
}
