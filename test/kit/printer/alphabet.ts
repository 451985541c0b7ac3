import type { Picture } from './picture.js';

const CYRILLIC = 'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШабвгдђежзијклљмнњопрстћуфхцчџш';
const LATIN = 'ABCČĆDĐEFGHIJKLMNOPQRSŠTUVWXYZŽabcčćdđefghijklmnopqrsštuvwxyzž';
const SIGNS = '0123456789!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~„“”–…€×';

/** Characters that can be read from a picture, distinguished by form, except those of {@link foldHomoglyphs}. */
export const READABLE = Array.from(CYRILLIC + LATIN + SIGNS);

/** Cyrillic letters and the Latin ones, and the digit, that look the same. */
const LOOKS = ['АВЕЗЈКМНОРСТХаејорсху', 'ABE3JKMHOPCTXaejopcxy'] as const;

/** The text with each Cyrillic character that has a Latin twin written as that twin: a picture cannot tell them apart. */
export function foldHomoglyphs(text: string): string {
  return text.replace(/./gu, (character) => LOOKS[1][LOOKS[0].indexOf(character)] ?? character);
}

/** What a character looks like in one setting, a number of up to 32 dots for each row. */
export interface Glyph {
  readonly character: string;
  readonly rows: readonly number[];
  /** Black dots. */
  readonly ink: number;
}

/** The letters as `draw` draws them, of twins the Latin one. */
export function glyphs(draw: (character: string) => Picture): Glyph[] {
  return READABLE.filter((character) => foldHomoglyphs(character) === character).map((character) =>
    glyph(character, draw(character)),
  );
}

function glyph(character: string, picture: Picture): Glyph {
  const rows = Array.from({ length: picture.height }, (_, y) => rowBits(picture, 0, y, picture.width));
  return { character, rows, ink: rows.reduce((sum, row) => sum + ones(row), 0) };
}

/** Up to 32 dots of a row, the rightmost in the lowest bit. */
export function rowBits(picture: Picture, x: number, y: number, width: number): number {
  let bits = 0;
  for (let column = x; column < x + width; column += 1) bits = (bits << 1) | Number(picture.isBlack(column, y));
  return bits;
}

/** How many bits are set. */
export function ones(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
