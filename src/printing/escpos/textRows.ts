import { cutIntoRows, oneLine, toNfc, visible, wrapWords } from '../../base/index.js';
import type { PrintHead } from './printHead.js';

/**
 * Rows as they fit into cells: characters composed with their accents, no invisible character, no control character that a
 * printer might take for a command, and no more than forty columns. Blanks at the end cost bytes and draw nothing.
 */
export function cellRows(rows: readonly string[]): string[] {
  return rows.flatMap((row) => cutIntoRows(cells(row)).map((piece) => piece.trimEnd()));
}

/** A text that is printed at twice the size, broken between words where the head is too narrow for it. */
export function largeRows(text: string, { dots, font }: PrintHead): string[] {
  return wrapWords(cells(text), Math.floor(dots / (2 * font.width)));
}

/** A text with one character for each cell. */
export function cells(text: string): string {
  return visible(toNfc(oneLine(text)));
}
