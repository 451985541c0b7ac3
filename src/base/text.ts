import { toNfc, withoutFillers, withoutUnseen } from './unicode.js';

/** Made when it is first needed, since a command that sorts nothing need not wait for it. */
let serbian: Intl.Collator | undefined;

/**
 * Compares in Serbian order: Ђ comes between Д and Е; Latin texts come after Cyrillic ones. Returns 0 only for identical
 * texts.
 */
export function serbianOrder(left: string, right: string): number {
  serbian ??= new Intl.Collator('sr');
  return serbian.compare(left, right) || Number(left > right) - Number(left < right);
}

/** Columns of a receipt's text. All widths here count code points. */
export const COLUMNS = 40;

/** Decodes UTF-8, dropping a byte order mark; undefined when the bytes are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/** How many columns a text takes: its code points. */
export function textWidth(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

/** Right-aligned in `columns`; a wider text is left whole. */
export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text;
}

/** Left-aligned in `columns`; a wider text is left whole. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** Centred in `columns`; an odd column goes to the right. `fill` is one character. A wider text is left whole. */
export function centreText(text: string, columns = COLUMNS, fill = ' '): string {
  const room = Math.max(0, columns - textWidth(text));
  const left = Math.floor(room / 2);
  return fill.repeat(left) + text + fill.repeat(room - left);
}

/**
 * Cut after every `columns` characters, each piece padded on the right, blanks at a cut kept: as a fiscal processor breaks
 * item names. An empty text gives one blank row.
 */
export function cutIntoRows(text: string, columns = COLUMNS): string[] {
  const points = SURROGATE.test(text) ? Array.from(text) : undefined;
  const length = points?.length ?? text.length;
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at < length; at += columns) {
    const piece = points?.slice(at, at + columns).join('') ?? text.slice(at, at + columns);
    pieces.push(padEnd(piece, columns));
  }
  return pieces;
}

/**
 * Broken between words into rows of at most `max` columns; a longer word is cut hard. A text that fits is returned as it is,
 * with its outer blanks.
 */
export function wrapWords(text: string, max: number): string[] {
  if (textWidth(text) <= max) return [text];
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    if (row !== '' && textWidth(row) + 1 + textWidth(word) <= max) {
      row += ` ${word}`;
      continue;
    }
    if (row !== '') rows.push(row);
    const pieces = cutIntoRows(word, max);
    row = (pieces.pop() ?? '').trimEnd();
    rows.push(...pieces);
  }
  rows.push(row);
  return rows;
}

/**
 * `Caption:` at the left and its value at the right of one row. If there is no room for a blank between them, they are
 * joined by one blank and cut hard.
 */
export function captionRow(caption: string, value: string): string[] {
  const room = COLUMNS - textWidth(caption);
  return textWidth(value) < room ? [caption + padStart(value, room)] : cutIntoRows(`${caption} ${value}`);
}

/** The text as one row: control characters and line separators become blanks, so that no value can forge a row. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

/** UTF-16 units that a text of rows may not have, or not in every place: found much sooner than by the classes of Unicode. */
const SUSPECT =
  /[\0-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]|\r(?!\n)/;
/** Of these, and of the rest of Unicode, what a text of rows may not have. */
const UNPRINTABLE = /(?!\r?\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Of these, what begins a new row for one reader or another. */
const ROW_ENDS = '\r\v\f\x85\u2028\u2029';

/**
 * A text of rows without what drives printers, terminals and mail programs, and what hides text or turns it around: control and
 * format characters, halves of surrogate pairs. Only LF and CRLF end a row, a tab is a blank. One without such is returned as it is.
 */
export function printableRows(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(UNPRINTABLE, (character) => {
    if (ROW_ENDS.includes(character)) return '\r\n';
    return character === '\t' ? ' ' : '';
  });
}

/** The same for a text of one row: no row ends, either. */
export function printableRow(text: string): string {
  return SUSPECT.test(text) || text.includes('\n') ? text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '') : text;
}

/** Text of several rows as it is printed: {@link printableRows} with LF, in NFC. Blanks stay, since they may be meant; fillers become blanks. */
export function printedRows(text: string): string {
  const rows = withoutFillers(withoutUnseen(printableRows(text))).replaceAll('\r\n', '\n');
  return rows === text ? text : toNfc(rows);
}

/** Printed for every character that a font lacks; our fonts have this one. */
export const UNKNOWN_CHARACTER = '□';

const INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * The text without characters that draw nothing of their own: combining marks, joiners, and those that only set style or
 * direction. Blanks of any kind become a plain blank. The text must be in NFC (UAX #15), so that accented letters are kept.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\p{Zs}/gu, ' ');
}
