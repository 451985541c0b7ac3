import { type Glyph, ones, rowBits } from './alphabet.js';
import type { Picture } from './picture.js';
import { TYPE_SIZES, type TypeSize } from './typeSizes.js';

/** A row of type that was recognised. */
export interface TextRow {
  readonly text: string;
  /** Upper left corner of its first character that is no blank, dots. */
  readonly x: number;
  readonly y: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** The row with the blanks that lie before it in a column of type whose left edge is at `left`. */
export function textFrom(left: number, { text, x, cellWidth }: TextRow): string {
  return ' '.repeat(Math.round((x - left) / cellWidth)) + text;
}

/** Where the cells of a row may lie: the size, the top, and the dots left of the first whole cell. */
interface Grid {
  readonly size: TypeSize;
  readonly top: number;
  readonly phase: number;
}

interface Reading {
  readonly grid: Grid;
  readonly characters: readonly string[];
  /** Dots that are other than in the characters that were read, as a share of the ink. */
  readonly wrong: number;
}

/** What a row may differ from the face by. Characters of another rasteriser differ by less; what is no text by more. */
const TOLERANCE = 0.2;
/** Number of characters examined to find the place of a row. */
const SAMPLE = 6;

/** The row whose ink begins in row `y`; undefined when that is no text. `like` is tried first: rows come in columns. */
export function readRow(picture: Picture, y: number, like: readonly TextRow[]): TextRow | undefined {
  const familiar = like.flatMap((row) =>
    TYPE_SIZES.filter(({ width, height }) => width === row.cellWidth && height === row.cellHeight).flatMap((size) =>
      tops(size, y).map((top) => ({ size, top, phase: row.x % size.width })),
    ),
  );
  const reading = best(picture, familiar) ?? bestOfAll(picture, y);
  return reading && rowOf(reading);
}

function bestOfAll(picture: Picture, y: number): Reading | undefined {
  const ink = inkHeight(picture, y);
  const isLikely = ({ height }: TypeSize): boolean => ink <= height && ink >= MIN_INK * height;
  const sizes = [...TYPE_SIZES.filter(isLikely), ...TYPE_SIZES.filter((size) => !isLikely(size))];
  for (const size of sizes) {
    const phases = Array.from({ length: size.width }, (_, phase) => phase);
    const grids = tops(size, y).flatMap((top) => phases.map((phase) => ({ size, top, phase })));
    const reading = best(picture, grids);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

/**
 * A row with a capital has ink in so much of the height of its cell. Rows of small signs alone have less, and are tried
 * last.
 */
const MIN_INK = 0.5;

/** Rows from this one on until one is blank. */
function inkHeight(picture: Picture, y: number): number {
  let end = y;
  while (end < picture.height && picture.dots.subarray(end * picture.width, (end + 1) * picture.width).includes(1))
    end += 1;
  return end - y;
}

function tops(size: TypeSize, y: number): number[] {
  return Array.from({ length: size.height }, (_, above) => y - above);
}

/** The reading with the fewest wrong dots, if they are few enough. */
function best(picture: Picture, grids: readonly Grid[]): Reading | undefined {
  let found: Reading | undefined;
  for (const grid of grids) {
    const limit = found?.wrong ?? TOLERANCE;
    if (read(picture, grid, limit, SAMPLE) === undefined) continue;
    found = read(picture, grid, limit, Infinity) ?? found;
  }
  return found;
}

/** Reads up to `most` characters; undefined when more than `limit` of the ink is wrong, or without ink. */
function read(picture: Picture, { size, top, phase }: Grid, limit: number, most: number): Reading | undefined {
  const characters: string[] = [];
  let [ink, wrong, seen] = [0, 0, 0];
  for (let x = phase - size.width; x < picture.width && seen < most; x += size.width) {
    const cell = Array.from({ length: size.height }, (_, row) => rowBits(picture, x, top + row, size.width));
    const black = cell.reduce((sum, row) => sum + ones(row), 0);
    if (black === 0) {
      characters.push(' ');
      continue;
    }
    const match = lineIn(cell) ?? nearest(cell, black, size.glyphs());
    characters.push(match.character);
    [ink, wrong, seen] = [ink + black, wrong + match.wrong, seen + 1];
    // A character that is nothing like any is enough to give the grid up.
    if (match.wrong > black * 3 * TOLERANCE) return undefined;
  }
  const share = wrong / ink;
  return share < limit ? { grid: { size, top, phase }, characters, wrong: share } : undefined;
}

/** Rows of dots of the lines that are drawn for rows of `=` and `-`. */
const THICK = 4;
const THIN = 2;
const SOLID = /^1+$/;
const DASHED = /^(?:1{6}0{3})+1+$/;

/** A part of a drawn line, which runs through the middle of a row: no letter has its ink there alone. */
function lineIn(cell: readonly number[]): { character: string; wrong: number } | undefined {
  for (const [character, thickness] of [
    ['=', THICK],
    ['-', THIN],
  ] as const) {
    const top = Math.floor((cell.length - thickness) / 2);
    const isLine = cell.every((row, y) => (row === 0) === (y < top || y >= top + thickness));
    if (isLine && new Set(cell.slice(top, top + thickness)).size === 1) return { character, wrong: 0 };
  }
  return undefined;
}

/** A row that is only a line, whose ink begins in row `y`; recognized by its sign, forty times. */
export function readRule(picture: Picture, y: number): TextRow | undefined {
  const inkOf = (row: number): Uint8Array => picture.dots.subarray(row * picture.width, (row + 1) * picture.width);
  const first = inkOf(y);
  const [from, to] = [first.indexOf(1), first.lastIndexOf(1) + 1];
  for (const [sign, thickness, pattern] of [
    ['=', THICK, SOLID],
    ['-', THIN, DASHED],
  ] as const) {
    const rows = Array.from({ length: thickness }, (_, at) => inkOf(y + at));
    const isAlike = rows.every((row) => row.every((dot, x) => dot === first[x])) && !inkOf(y + thickness).includes(1);
    if (isAlike && to - from >= 300 && pattern.test(first.subarray(from, to).join('')))
      return { text: sign.repeat(40), x: from, y, cellWidth: (to - from) / 40, cellHeight: thickness };
  }
  return undefined;
}

function nearest(
  cell: readonly number[],
  black: number,
  known: readonly Glyph[],
): { character: string; wrong: number } {
  let found = { character: '\ufffd', wrong: Infinity };
  for (const { character, rows, ink } of known) {
    let wrong = Math.abs(ink - black);
    if (wrong >= found.wrong) continue;
    wrong = 0;
    for (let row = 0; row < rows.length && wrong < found.wrong; row += 1)
      wrong += ones((rows[row] ?? 0) ^ (cell[row] ?? 0));
    if (wrong < found.wrong) found = { character, wrong };
  }
  return found;
}

function rowOf({ grid: { size, top, phase }, characters }: Reading): TextRow {
  const first = characters.findIndex((character) => character !== ' ');
  const text = characters.slice(first).join('').trimEnd();
  const x = phase + (first - 1) * size.width;
  return { text, x, y: top, cellWidth: size.width, cellHeight: size.height };
}
