/**
 * Makes the bitmap faces of printed slips from one outline font: `writeFaces(ttf, folder)` writes a file for each size,
 * named by its cell in dots. The same font gives the same bytes.
 *
 * A file is `FACE`, width, height (1 byte each), count of glyphs (2 bytes), the code points in order (2 bytes each),
 * and the glyphs in the same order: rows from the top, each in whole bytes, the leftmost dot in the highest bit.
 * Numbers are big-endian. src/paper/printing/escpos/font.ts reads it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import opentype from 'opentype.js';
import { fill } from './fill.mjs';
import { fit, typeOf } from './fit.mjs';
import { contoursOf } from './outline.mjs';

/**
 * Pairs of first and last code point. Cyrillic is without its combining marks, which draw nothing in a cell of their
 * own.
 */
const WORDS = [
  [0x20, 0x7e], // ASCII
  [0xa1, 0xac], // Latin-1, without its blank and its soft hyphen
  [0xae, 0xff],
  [0x100, 0x17f], // Latin Extended-A
  [0x400, 0x45f], // Cyrillic
  [0x2010, 0x2027], // visible general punctuation
  [0x20ac, 0x20ac], // €
  [0x25a1, 0x25a1], // □, for missing characters
];
/** Characters of item names: at least those that the fonts of documents have. */
const ALL = [
  ...WORDS,
  [0x180, 0x2ff], // Latin Extended-B, phonetic and modifier letters
  [0x370, 0x3ff], // Greek
  [0x460, 0x482], // more Cyrillic
  [0x48a, 0x4ff],
  [0xe3f, 0xe3f], // ฿
  [0x1d43, 0x1dbf], // superscript and subscript letters
  [0x1e00, 0x1fff], // more accents of Latin and Greek
  [0x2030, 0x205e], // more punctuation
  [0x2070, 0x209c], // superscript and subscript figures
  [0x20a0, 0x20bf], // currencies
  [0x2100, 0x22ff], // №, ™, fractions, arrows, mathematics
  [0x2303, 0x2305], // keyboard symbols
  [0x2318, 0x232b],
  [0x2380, 0x23cf],
  [0x2423, 0x2423], // ␣
  [0x2500, 0x2606], // boxes, blocks, shapes, stars
  [0x263c, 0x263c], // ☼
  [0x2661, 0x2665], // hearts
  [0x26a0, 0x26a0], // ⚠
  [0x2713, 0x2717], // ✓ ✗
  [0x2756, 0x2764], // ❖ ❤
  [0x27f5, 0x27f7], // long arrows
  [0x2b06, 0x2b13], // more shapes
  [0x2c7c, 0x2c7f], // more superscript and subscript letters
  [0x2e18, 0x2e18], // ⸘
];

/**
 * For each of the three column widths its usual cell, the tall one of the total (same columns, twice the height), and
 * the large one of sentences (twice both). `size` is the height of the em in dots; it is larger than the width requires
 * if there is space. `ascent`: rows above the baseline, enough for accents on capitals; `stem` and `bar`: weights of
 * all stems and bars, dots.
 */
const FACES = [
  { width: 9, height: 18, size: 16, ascent: 15, stem: 2, bar: 2, ranges: ALL },
  { width: 9, height: 36, size: 32, ascent: 29, stem: 2, bar: 3, ranges: WORDS },
  { width: 18, height: 36, size: 32, ascent: 29, stem: 4, bar: 4, ranges: WORDS },
  { width: 12, height: 24, size: 21, ascent: 20, stem: 3, bar: 2, ranges: ALL },
  { width: 12, height: 48, size: 42, ascent: 38, stem: 3, bar: 3, ranges: WORDS },
  { width: 24, height: 48, size: 42, ascent: 38, stem: 6, bar: 5, ranges: WORDS },
  { width: 14, height: 28, size: 25, ascent: 23, stem: 3, bar: 3, ranges: ALL },
  { width: 14, height: 56, size: 50, ascent: 45, stem: 3, bar: 4, ranges: WORDS },
  { width: 28, height: 56, size: 50, ascent: 45, stem: 7, bar: 6, ranges: WORDS },
];

function faceOf(font, face) {
  const contours = (character) => contoursOf(font, character);
  const type = typeOf(font, contours);
  const points = face.ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  const held = Array.from(new Set(points))
    .filter((point) => font.charToGlyphIndex(String.fromCodePoint(point)) > 0)
    .sort((a, b) => a - b);
  const head = Buffer.from([...Buffer.from('FACE'), face.width, face.height, held.length >> 8, held.length & 0xff]);
  const list = Buffer.from(held.flatMap((point) => [point >> 8, point & 0xff]));
  const glyphs = held.map((point) => fill(fit(contours(String.fromCodePoint(point)), type, face), face));
  return Buffer.concat([head, list, ...glyphs]);
}

/** Writes the faces into an existing folder; returns the names of the files. */
export function writeFaces(ttf, folder) {
  const bytes = readFileSync(ttf);
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return FACES.map((face) => {
    const name = `${face.width}x${face.height}.face`;
    writeFileSync(join(folder, name), faceOf(font, face));
    return name;
  });
}
