/**
 * Makes the bitmap faces of printed slips out of an outline font: `writeFaces(ttf, folder)` writes 9x18.face and
 * 12x24.face, named by their cells in dots. The same font gives the same bytes.
 *
 * A file is `FACE`, width, height (1 byte each), count of glyphs (2 bytes), the code points in order (2 bytes each), and
 * the glyphs in the same order: rows from the top, each in whole bytes, the leftmost dot in the highest bit. Numbers are
 * big-endian. src/printing/escpos/font.ts reads it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import opentype from 'opentype.js';

/**
 * Cells, the type size in pixels per em whose hinted advance is the width of the cell, and the rows above the baseline:
 * so many that the accents of capitals are whole.
 */
const FACES = [
  { width: 9, height: 18, size: 15, ascent: 14 },
  { width: 12, height: 24, size: 20, ascent: 19 },
];

/** Pairs of first and last code point. Cyrillic is without its combining marks, which draw nothing in a cell of their own. */
const RANGES = [
  [0x20, 0x7e], // ASCII
  [0xa1, 0xac], // Latin-1, without its blank and its soft hyphen
  [0xae, 0xff],
  [0x100, 0x24f], // Latin Extended-A and -B
  [0x400, 0x482], // Cyrillic
  [0x48a, 0x4ff],
  [0x2010, 0x2027], // general punctuation that can be seen
  [0x2030, 0x205e],
  [0x20ac, 0x20ac], // €
  [0x2116, 0x2116], // №
  [0x2122, 0x2122], // ™
  [0x2190, 0x2195], // arrows
  [0x2212, 0x2212], // minus
  [0x2248, 0x2248], // ≈
  [0x2260, 0x2265], // ≠ ≤ ≥
  [0x2500, 0x259f], // boxes and blocks
  [0x25a0, 0x25a1], // squares; the empty one stands for what the face lacks
];

/** Samples across one dot. A dot is black when at least half of them lie inside the outline. */
const SAMPLES = 8;
/** Straight pieces that stand for one curve. */
const PIECES = 8;

/** The edges of an outline as [x0, y0, x1, y1] in dots, y downwards from the baseline. */
function edgesOf({ commands }) {
  const edges = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (toX, toY) => {
    edges.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const command of commands) {
    switch (command.type) {
      case 'M':
        [x, y, startX, startY] = [command.x, command.y, command.x, command.y];
        break;
      case 'L':
        lineTo(command.x, command.y);
        break;
      case 'Q': {
        const [fromX, fromY] = [x, y];
        for (let piece = 1; piece <= PIECES; piece += 1) {
          const [t, rest] = [piece / PIECES, 1 - piece / PIECES];
          const at = (from, bend, to) => rest * rest * from + 2 * rest * t * bend + t * t * to;
          lineTo(at(fromX, command.x1, command.x), at(fromY, command.y1, command.y));
        }
        break;
      }
      case 'Z':
        lineTo(startX, startY);
        break;
      default:
        throw new Error(`a TrueType outline has no command ${command.type}`);
    }
  }
  return edges;
}

/** Where a horizontal line crosses the outline: x, and 1 downwards or -1 upwards. */
function crossingsOf(edges, y) {
  return edges.flatMap(([x0, y0, x1, y1]) =>
    y0 <= y === y1 <= y ? [] : [{ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 }],
  );
}

/** Samples of each dot of one row that lie inside, by the non-zero winding rule. */
function hitsOf(edges, row, width) {
  const hits = new Array(width).fill(0);
  for (let line = 0; line < SAMPLES; line += 1) {
    const crossings = crossingsOf(edges, row + (line + 0.5) / SAMPLES);
    for (let sample = 0; crossings.length > 0 && sample < width * SAMPLES; sample += 1) {
      const winding = crossings.reduce((sum, { x, turn }) => (x * SAMPLES > sample + 0.5 ? sum + turn : sum), 0);
      if (winding !== 0) hits[Math.floor(sample / SAMPLES)] += 1;
    }
  }
  return hits;
}

function glyphOf(font, point, { width, height, size, ascent }) {
  const edges = edgesOf(font.getPath(String.fromCodePoint(point), 0, 0, size, { hinting: true }));
  const stride = Math.ceil(width / 8);
  const glyph = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    hitsOf(edges, row - ascent, width).forEach((hits, column) => {
      if (2 * hits >= SAMPLES * SAMPLES) glyph[row * stride + (column >> 3)] |= 0x80 >> (column & 7);
    });
  }
  return glyph;
}

function faceOf(font, cell) {
  const points = RANGES.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  const held = points.filter((point) => font.charToGlyphIndex(String.fromCodePoint(point)) > 0);
  const head = Buffer.from([...Buffer.from('FACE'), cell.width, cell.height, held.length >> 8, held.length & 0xff]);
  const list = Buffer.from(held.flatMap((point) => [point >> 8, point & 0xff]));
  return Buffer.concat([head, list, ...held.map((point) => glyphOf(font, point, cell))]);
}

/** Writes the faces into an existing folder; gives the names of the files. */
export function writeFaces(ttf, folder) {
  const bytes = readFileSync(ttf);
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return FACES.map((cell) => {
    const name = `${cell.width}x${cell.height}.face`;
    writeFileSync(join(folder, name), faceOf(font, cell));
    return name;
  });
}
