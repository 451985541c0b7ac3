import { cutHard, oneLine, visible, wrapWords } from '../../base/text.js';
import type { Head } from './head.js';

/**
 * Lines as they can be put into cells: letters composed with their accents, nothing that is no letter of its own, no
 * control character that a printer might take for a command, and no more than forty columns. Blanks at the end cost
 * bytes and draw nothing.
 */
export function cellLines(lines: readonly string[]): string[] {
  return lines.flatMap((line) => cutHard(cells(line)).map((piece) => piece.trimEnd()));
}

/** A text that is printed at twice the size, broken between words where the head is too narrow for it. */
export function largeLines(text: string, { dots, face }: Head): string[] {
  return wrapWords(cells(text), Math.floor(dots / (2 * face.width)));
}

/** The letters of a text, one for each cell. */
export function cells(text: string): string {
  return visible(oneLine(text).normalize('NFC'));
}
