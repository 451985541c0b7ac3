import { toNfc, withoutFillers, withoutUnseen } from './unicode.js';

/** Created on first use, so that commands without sorting need not wait for it. */
let serbian: Intl.Collator | undefined;

/**
 * Compares in Serbian order: Ђ comes between Д and Е; Latin texts come after Cyrillic ones. Returns 0 only for
 * identical texts.
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

/** Ends the text with exactly one full stop. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The width of a text in columns: its code points. */
export function textWidth(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

/** Right-aligned in `columns`; a wider text is unchanged. */
export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text;
}

/** Left-aligned in `columns`; a wider text is unchanged. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** Centred in `columns`; an odd column goes to the right. `fill` is one character. A wider text is unchanged. */
export function centreText(text: string, columns = COLUMNS, fill = ' '): string {
  const room = Math.max(0, columns - textWidth(text));
  const left = Math.floor(room / 2);
  return fill.repeat(left) + text + fill.repeat(room - left);
}

/**
 * Splits after every `columns` characters, pads each piece on the right, and preserves blanks at a split, as a fiscal
 * processor splits item names. An empty text gives one blank row.
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
 * Wraps between words into rows of at most `max` columns; a longer word is split. A text that fits is returned
 * unchanged, with its outer blanks.
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
 * `Caption:` on the left and its value on the right of one row. If there is no space for a blank between them, they are
 * joined by one blank and split.
 */
export function captionRow(caption: string, value: string): string[] {
  const room = COLUMNS - textWidth(caption);
  return textWidth(value) < room ? [caption + padStart(value, room)] : cutIntoRows(`${caption} ${value}`);
}

/** The text as one row: control characters and line separators become blanks, so that no value can forge a row. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

/**
 * Characters (UTF-16 units) that text of several rows must not have, or not everywhere; much faster to find than the
 * Unicode classes.
 */
const SUSPECT =
  /[\0-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]|\r(?!\n)/;
/** Characters of all Unicode that text of several rows must not have. */
const UNPRINTABLE = /(?!\r?\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Those of them that some readers treat as the beginning of a new row. */
const ROW_ENDS = '\r\v\f\x85\u2028\u2029';

/**
 * Text of several rows without characters that control printers, terminals and mail programs, or that hide or reverse
 * text: control and format characters, halves of surrogate pairs. Only LF and CRLF end a row; a tab becomes a blank. A
 * text without such characters is returned unchanged.
 */
export function printableRows(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(UNPRINTABLE, (character) => {
    if (ROW_ENDS.includes(character)) return '\r\n';
    return character === '\t' ? ' ' : '';
  });
}

/** As {@link printableRows}, for one row: row ends are removed too. */
export function printableRow(text: string): string {
  return SUSPECT.test(text) || text.includes('\n') ? text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '') : text;
}

/**
 * Text of several rows for printing: {@link printableRows} with LF, in NFC. Blanks are preserved, since they may be
 * intended; fillers become blanks.
 */
export function printedRows(text: string): string {
  const rows = withoutFillers(withoutUnseen(printableRows(text))).replaceAll('\r\n', '\n');
  return rows === text ? text : toNfc(rows);
}

/** Printed for every character that a font lacks; our fonts have this one. */
export const UNKNOWN_CHARACTER = '□';

const INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * The text without characters that draw nothing of their own: combining marks, joiners, and those that only set style
 * or direction. Blanks of any kind become a plain blank. The text must be in NFC (UAX #15), so that accented letters
 * are preserved.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\p{Zs}/gu, ' ');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
