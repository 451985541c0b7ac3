const serbian = new Intl.Collator('sr');

/**
 * Compares in Serbian order: Ђ stands between Д and Е; texts in Latin follow those in Cyrillic. Only equal texts are
 * equal.
 */
export function serbianOrder(left: string, right: string): number {
  return serbian.compare(left, right) || Number(left > right) - Number(left < right);
}

/** Columns of a receipt's text. All widths here count code points. */
export const COLUMNS = 40;

/** The text of bytes in UTF-8, without a byte order mark; undefined when they are no UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/** Columns that a text takes: its code points. */
export function width(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

/** Right-aligned in so many columns; a wider text stays whole. */
export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - width(text))) + text;
}

/** Left-aligned and filled up to so many columns; a wider text stays whole. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

/** Centred in so many columns; an odd column goes to the right. `fill` is one character. A wider text stays whole. */
export function centre(text: string, columns = COLUMNS, fill = ' '): string {
  const room = Math.max(0, columns - width(text));
  const left = Math.floor(room / 2);
  return fill.repeat(left) + text + fill.repeat(room - left);
}

/**
 * Cut every so many columns, blanks kept also at the cut, each piece filled up on the right: how a fiscal processor
 * breaks item names. An empty text is one blank line.
 */
export function cutHard(text: string, columns = COLUMNS): string[] {
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
 * Broken between words, as much as fits on each line of at most `max` columns; a longer word is cut hard. A text that
 * fits stays as it is, with its outer blanks.
 */
export function wrapWords(text: string, max: number): string[] {
  if (width(text) <= max) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    if (line !== '' && width(line) + 1 + width(word) <= max) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cutHard(word, max);
    line = (pieces.pop() ?? '').trimEnd();
    lines.push(...pieces);
  }
  lines.push(line);
  return lines;
}

/**
 * `Caption:` at the left and its value at the right of one line; when not even one blank fits between them, both
 * separated by one blank and cut hard.
 */
export function captionLine(caption: string, value: string): string[] {
  const room = COLUMNS - width(caption);
  return width(value) < room ? [caption + padStart(value, room)] : cutHard(`${caption} ${value}`);
}

/** The text on one line: control characters and line separators become blanks, so that no value can forge a line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

/** Stands for every sign that a font does not hold; ours hold this one. */
export const UNKNOWN_SIGN = '□';

const INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * The text without what draws nothing of its own: accents, what joins, and what only says how to draw or in which
 * direction to read. Blanks of any kind become the usual one. Letters are to be put together with their accents before
 * (NFC, UAX #15).
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\p{Zs}/gu, ' ');
}
