import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GLYPH_RANGES } from '../../../../src/paper/documents/sheet/glyphs.js';
import { type Font, fontOf } from '../../../../src/paper/printing/escpos/font.js';
import { cells } from '../../../../src/paper/printing/escpos/drawing.js';
import { type Glyph, glyphs, ones, READABLE } from '../../../kit/printer/alphabet.js';
import { BOLD_FACE, drawLetter } from '../../../kit/printer/deviceFont.js';

type FontSize = Parameters<typeof fontOf>[1];

type ColumnWidth = Parameters<typeof fontOf>[0];

const COLUMNS: readonly ColumnWidth[] = [9, 12, 14];
const SIZES: readonly FontSize[] = ['usual', 'tall', 'large'];
const LETTERS = READABLE.filter((letter) => /[\p{L}\d]/u.test(letter));

function isBlack(font: Font, letter: string, x: number, y: number): boolean {
  return (((font.glyph(letter)[y] ?? 0) >>> (31 - x)) & 1) === 1;
}

/** Letters by how many upright strokes they have at least; bowls and round sides are not counted. */
const STEMS: readonly (readonly [count: number, letters: string])[] = [
  [1, 'БВГЂЕЖЈКРТФЧавгђжјкртћфчBDĐEFIJKLPRTYabdđfgijklpqrt14'],
  [2, 'ДИЛЉМНЊПЋЦЏдилљмнњпцџHMNUhnu'],
  [3, 'Шшm'],
];
/** Slopes so steep that many rows of them have the same dots, and the place where two cross: no stems, and of other weights. */
const SLOPES = 'ХхVvWwXx';

interface Stem {
  readonly from: number;
  /** Dot behind the last. */
  readonly to: number;
  /** Rows. */
  readonly height: number;
}

/**
 * The stems of a letter: strokes that go straight down through at least half of its height, the same dots in each row. They count through bars
 * that meet or cross them, but stand free in a third of their rows at least. A stroke with a slope that leans against it is the stroke.
 */
function stemsOf(font: Font, letter: string): Stem[] {
  const rows = Array.from({ length: font.height }, (_, y) => runsOf(font, letter, y));
  const inked = rows.flatMap((runs, y) => (runs.length > 0 ? [y] : []));
  const least = (inked.at(-1)! - inked[0]! + 1) / 2;
  const free = new Map(rows.flat().map((run) => [`${run.from} ${run.to}`, run]));
  const stems = Array.from(free.values()).flatMap(({ from, to }) =>
    stretchesOf(rows, from, to).flatMap(({ height, free }) =>
      height >= least && 3 * free >= height ? [{ from, to, height }] : [],
    ),
  );
  const isWithin = (one: Stem, other: Stem): boolean =>
    one !== other && one.from >= other.from && one.to <= other.to && one.height >= other.height;
  return stems.filter((stem) => !stems.some((other) => isWithin(other, stem)));
}

/** Rows below each other that are black between two dots: how many, and in how many of them the dots beside are white. */
function stretchesOf(rows: readonly Run[][], from: number, to: number): { height: number; free: number }[] {
  const stretches: { height: number; free: number }[] = [];
  let open = { height: 0, free: 0 };
  for (const runs of [...rows, []]) {
    const run = runs.find((one) => one.from <= from && one.to >= to);
    if (run !== undefined) {
      open = { height: open.height + 1, free: open.free + (run.from === from && run.to === to ? 1 : 0) };
    } else if (open.height > 0) {
      stretches.push(open);
      open = { height: 0, free: 0 };
    }
  }
  return stretches;
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function runsOf(font: Font, letter: string, y: number): Run[] {
  const runs: Run[] = [];
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

/** Number of letters that are more similar to a glyph than its own: by the differing dots, shifted by a dot or two. */
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

test('what is drawn on a sheet is drawn on thermal paper, and no box', () => {
  const ranges = Array.from({ length: GLYPH_RANGES.length / 2 }, (_, at) => GLYPH_RANGES.slice(2 * at, 2 * at + 2));
  const drawn = ranges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, at) => cells(String.fromCodePoint(first + at))).filter(
      (character) => character.trim() !== '',
    ),
  );
  assert.ok(drawn.length > 1500, `${drawn.length}`);
  for (const column of COLUMNS) {
    const font = fontOf(column, 'usual');
    // The smallest accents have two dots; of a star that is too thin one may be left.
    const isDrawn = (character: string): boolean =>
      font.has(character) && font.glyph(character).reduce((sum, row) => sum + ones(row), 0) >= 2;
    assert.is(drawn.filter((character) => !isDrawn(character)).join(''), '', `${column}`);
  }
});

for (const column of COLUMNS) {
  for (const size of SIZES) {
    const font = fontOf(column, size);
    const name = `${font.width}×${font.height}`;

    test(`the stems of all letters and figures are of one weight at ${name}`, () => {
      const upright = LETTERS.filter((letter) => !SLOPES.includes(letter));
      const weights = upright.flatMap((letter) =>
        stemsOf(font, letter).map(({ from, to }) => ({ letter, weight: to - from })),
      );
      assert.is(new Set(weights.map(({ weight }) => weight)).size, 1, JSON.stringify(weights));
    });

    test(`every letter that has stems shows them at ${name}`, () => {
      for (const [count, letters] of STEMS) {
        const lacking = Array.from(letters).filter((letter) => stemsOf(font, letter).length < count);
        assert.is(lacking.join(''), '', `${count}`);
      }
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
