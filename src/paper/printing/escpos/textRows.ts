import { cutIntoRows, oneLine, toNfc, visible, wrapWords } from '../../../base/index.js';

/**
 * Rows in the form that cells need: characters composed with their accents, no invisible characters, no control
 * characters that a printer could interpret as commands, and at most forty columns. Trailing blanks are removed, since
 * they cost bytes and draw nothing.
 */
export function cellRows(rows: readonly string[]): string[] {
  return rows.flatMap((row) => cutIntoRows(cells(row)).map((piece) => piece.trimEnd()));
}

/** Lines to be centred, broken between words where a head of this many dots is too narrow for cells of this width. */
export function centredRows(lines: readonly string[], dots: number, width: number): string[] {
  return lines.flatMap((line) => wrapWords(cells(line).trim(), Math.floor(dots / width)));
}

/** A text with one character for each cell. */
export function cells(text: string): string {
  return visible(toNfc(oneLine(text)));
}
