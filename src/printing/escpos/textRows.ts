import { cutIntoRows, oneLine, toNfc, visible, wrapWords } from '../../base/index.js';

/**
 * Rows as they fit into cells: characters composed with their accents, no invisible character, no control character that a
 * printer might take for a command, and no more than forty columns. Blanks at the end cost bytes and draw nothing.
 */
export function cellRows(rows: readonly string[]): string[] {
  return rows.flatMap((row) => cutIntoRows(cells(row)).map((piece) => piece.trimEnd()));
}

/** Lines that are printed in the middle, broken between words where a head of so many dots is too narrow for cells of this width. */
export function centredRows(lines: readonly string[], dots: number, width: number): string[] {
  return lines.flatMap((line) => wrapWords(cells(line).trim(), Math.floor(dots / width)));
}

/** A text with one character for each cell. */
export function cells(text: string): string {
  return visible(toNfc(oneLine(text)));
}
