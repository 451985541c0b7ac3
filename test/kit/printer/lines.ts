import { type Glyph, ones, rowBits } from './alphabet.js';
import type { Picture } from './picture.js';
import { TYPE_SIZES, type TypeSize } from './typeSizes.js';

/** A line of type that was recognised. */
export interface Line {
  readonly text: string;
  /** Upper left corner of its first letter that is no blank, dots. */
  readonly x: number;
  readonly y: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** The line with the blanks that lie before it in a column of type whose left edge is at `left`. */
export function textFrom(left: number, { text, x, cellWidth }: Line): string {
  return ' '.repeat(Math.round((x - left) / cellWidth)) + text;
}

/** Where the cells of a line may lie: the size, the top, and the dots left of the first whole cell. */
interface Grid {
  readonly size: TypeSize;
  readonly top: number;
  readonly phase: number;
}

interface Reading {
  readonly grid: Grid;
  readonly letters: readonly string[];
  /** Dots that are other than in the letters that were read, as a share of the ink. */
  readonly wrong: number;
}

/** What a line may differ from the face by. Letters of another rasteriser differ by less; what is no text by more. */
const TOLERANCE = 0.2;
/** How many letters of a line are looked at to find where it lies. */
const SAMPLE = 6;

/** The line whose ink begins in row `y`; undefined when that is no text. `like` is tried first: lines come in columns. */
export function readLine(picture: Picture, y: number, like: readonly Line[]): Line | undefined {
  const familiar = like.flatMap((line) =>
    TYPE_SIZES.filter(({ width, height }) => width === line.cellWidth && height === line.cellHeight).flatMap((size) =>
      tops(size, y).map((top) => ({ size, top, phase: line.x % size.width })),
    ),
  );
  const reading = best(picture, familiar) ?? bestOfAll(picture, y);
  return reading && lineOf(reading);
}

function bestOfAll(picture: Picture, y: number): Reading | undefined {
  for (const size of TYPE_SIZES) {
    const phases = Array.from({ length: size.width }, (_, phase) => phase);
    const grids = tops(size, y).flatMap((top) => phases.map((phase) => ({ size, top, phase })));
    const reading = best(picture, grids);
    if (reading !== undefined) return reading;
  }
  return undefined;
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

/** Reads up to `most` letters; undefined when more than `limit` of the ink is wrong, or where there is none. */
function read(picture: Picture, { size, top, phase }: Grid, limit: number, most: number): Reading | undefined {
  const letters: string[] = [];
  let [ink, wrong, seen] = [0, 0, 0];
  for (let x = phase - size.width; x < picture.width && seen < most; x += size.width) {
    const cell = Array.from({ length: size.height }, (_, row) => rowBits(picture, x, top + row, size.width));
    const black = cell.reduce((sum, row) => sum + ones(row), 0);
    if (black === 0) {
      letters.push(' ');
      continue;
    }
    const match = nearest(cell, black, size.glyphs());
    letters.push(match.letter);
    [ink, wrong, seen] = [ink + black, wrong + match.wrong, seen + 1];
    // A letter that is nothing like any is enough to give the grid up.
    if (match.wrong > black * 3 * TOLERANCE) return undefined;
  }
  const share = wrong / ink;
  return share < limit ? { grid: { size, top, phase }, letters, wrong: share } : undefined;
}

function nearest(cell: readonly number[], black: number, known: readonly Glyph[]): { letter: string; wrong: number } {
  let found = { letter: '\ufffd', wrong: Infinity };
  for (const { letter, rows, ink } of known) {
    let wrong = Math.abs(ink - black);
    if (wrong >= found.wrong) continue;
    wrong = 0;
    for (let row = 0; row < rows.length && wrong < found.wrong; row += 1)
      wrong += ones((rows[row] ?? 0) ^ (cell[row] ?? 0));
    if (wrong < found.wrong) found = { letter, wrong };
  }
  return found;
}

function lineOf({ grid: { size, top, phase }, letters }: Reading): Line {
  const first = letters.findIndex((letter) => letter !== ' ');
  const text = letters.slice(first).join('').trimEnd();
  const x = phase + (first - 1) * size.width;
  return { text, x, y: top, cellWidth: size.width, cellHeight: size.height };
}
