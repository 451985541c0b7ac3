import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ColumnWidth, type Font, fontOf, type FontSize } from '../../../src/printing/escpos/font.js';
import { type Glyph, glyphs, ones, READABLE } from '../../kit/printer/alphabet.js';
import { BOLD_FACE, drawLetter } from '../../kit/printer/deviceFont.js';

const COLUMNS: readonly ColumnWidth[] = [9, 12, 14];
const SIZES: readonly FontSize[] = ['usual', 'tall', 'large'];
const LETTERS = READABLE.filter((letter) => /[\p{L}\d]/u.test(letter));

function isBlack(font: Font, letter: string, x: number, y: number): boolean {
  return (((font.glyph(letter)[y] ?? 0) >>> (31 - x)) & 1) === 1;
}

/**
 * Weights of the stems of a letter, dots: widths of the strokes that go straight down through at least half of its height, the same dots in
 * each row.
 */
function stemsOf(font: Font, letter: string): number[] {
  const rows = Array.from({ length: font.height }, (_, y) => runsOf(font, letter, y));
  const inked = rows.flatMap((runs, y) => (runs.length > 0 ? [y] : []));
  const height = inked.at(-1)! - inked[0]! + 1;
  const stems: number[] = [];
  const open = new Map<string, number>();
  for (const runs of [...rows, []]) {
    const now = new Set(runs.map(({ from, to }) => `${from} ${to}`));
    for (const [run, count] of open) {
      if (now.has(run)) continue;
      const [from = 0, to = 0] = run.split(' ').map(Number);
      if (2 * count >= height) stems.push(to - from);
      open.delete(run);
    }
    for (const run of now) open.set(run, (open.get(run) ?? 0) + 1);
  }
  return stems;
}

function runsOf(font: Font, letter: string, y: number): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let x = 0; x < font.width; x += 1) {
    if (!isBlack(font, letter, x, y)) continue;
    const from = x;
    while (x < font.width && isBlack(font, letter, x, y)) x += 1;
    runs.push({ from, to: x });
  }
  return runs;
}

/** Measures of the outline font in shares of the em, and of the faces in shares of the cell. */
const ADVANCE = 1233 / 2048;
const EM = 0.885;
const BASELINE = 0.82;
/** Where dots are few, so many other letters may be as like the unfitted outline. */
const RANK = { usual: 6, tall: 6, large: 0 } as const;

/** How many letters are more like a glyph than the one it stands for: by the dots that differ, a dot or two aside. */
function rankOf(font: Font, letter: string, among: readonly Glyph[]): number {
  const rows = Array.from(font.glyph(letter), (dots) => dots >>> (32 - font.width));
  const difference = (other: Glyph, right: number, down: number): number =>
    rows.reduce((sum, dots, y) => {
      const shifted = right < 0 ? (other.rows[y + down] ?? 0) << -right : (other.rows[y + down] ?? 0) >>> right;
      return sum + ones(dots ^ shifted);
    }, 0);
  const least = (other: Glyph): number =>
    Math.min(...[-2, -1, 0, 1, 2].flatMap((down) => [-1, 0, 1].map((right) => difference(other, right, down))));
  const own = least(among.find(({ character }) => character === letter)!);
  return among.filter((other) => least(other) < own).length;
}

for (const column of COLUMNS) {
  for (const size of SIZES) {
    const font = fontOf(column, size);
    const name = `${font.width}×${font.height}`;

    test(`the stems of all letters and figures are of one weight at ${name}`, () => {
      const stems = LETTERS.map((letter) => stemsOf(font, letter));
      assert.is(
        new Set(stems.flat()).size,
        1,
        JSON.stringify(Object.fromEntries(LETTERS.map((l, at) => [l, stems[at]]))),
      );
      // Letters such as А and S have none.
      const withStems = stems.filter((weights) => weights.length > 0).length;
      assert.ok(withStems >= 35, `${withStems} of ${LETTERS.length}`);
    });

    test(`each letter looks more like itself than like any other at ${name}`, () => {
      const { width, height } = font;
      const setting = {
        width,
        height,
        em: EM * height,
        baseline: Math.round(BASELINE * height),
        across: width / ADVANCE,
      };
      // The outlines as they are, by a rasteriser that the build does not use.
      const outlines = glyphs((letter) => drawLetter(letter, setting, BOLD_FACE));
      const mistaken = outlines.filter(
        ({ character }) => rankOf(font, character, outlines) > (column > 9 ? RANK[size] : RANK.usual),
      );
      assert.is(mistaken.map(({ character }) => character).join(''), '');
    });

    test(`letters stand on one line, and none reaches the left edge of the next cell at ${name}`, () => {
      const bottom = (letter: string): number =>
        Array.from({ length: font.height }, (_, y) => y).findLast((y) => runsOf(font, letter, y).length > 0) ?? -1;
      const lines = new Set(
        Array.from('АБВГЕЖЗИЈКЛМНОПРСТУФХЧШABCDEFGHIKLMNOPRSTUVXYZабвгежзиклмнопстхчш0123456789', bottom),
      );
      assert.is(lines.size, 1);
    });
  }
}

test.run();
