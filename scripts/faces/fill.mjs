import { sidesOf } from './outline.mjs';

/** Samples across one dot. A dot is black when at least half of them are inside the outline. */
const SAMPLES = 8;
/**
 * Lines much thinner than a dot, as in ☆, would be lost. If at most this share of the ink remains, a quarter of the
 * samples is enough.
 */
const FAINT = 0.6;

/**
 * The dots of contours in units of dots, y upwards from the baseline, which is `ascent` rows below the top: rows of
 * whole bytes, the leftmost dot in the highest bit.
 */
export function fill(contours, { width, height, ascent }) {
  const lines = crossingsOf(contours.flatMap(sidesOf), ascent, height * SAMPLES);
  const rows = Array.from({ length: height }, (_, row) =>
    hitsOf(lines.slice(row * SAMPLES, (row + 1) * SAMPLES), width),
  );
  const dot = SAMPLES * SAMPLES;
  const ink = rows.flat().reduce((sum, hits) => sum + hits, 0) / dot;
  const black = rows.flat().filter((hits) => 2 * hits >= dot).length;
  const least = black < FAINT * ink ? dot / 4 : dot / 2;
  const stride = Math.ceil(width / 8);
  const glyph = Buffer.alloc(stride * height);
  rows.forEach((row, y) =>
    row.forEach((hits, column) => {
      if (hits >= least) glyph[y * stride + (column >> 3)] |= 0x80 >> (column & 7);
    }),
  );
  return glyph;
}

/** Where each line of samples, from the top, crosses the outline: x, and 1 upwards or -1 downwards. */
function crossingsOf(sides, ascent, count) {
  const lines = Array.from({ length: count }, () => []);
  for (const [x0, y0, x1, y1] of sides) {
    const [high, low] = [Math.max(y0, y1), Math.min(y0, y1)];
    const heightOf = (line) => ascent - (line + 0.5) / SAMPLES;
    // A side includes its lower end, but not its upper one.
    for (let line = Math.max(0, Math.floor((ascent - high) * SAMPLES - 0.5)); line < count; line += 1) {
      const y = heightOf(line);
      if (y >= high) continue;
      if (y < low) break;
      lines[line].push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 });
    }
  }
  return lines;
}

/** Samples of each dot of a row inside the outline, by the non-zero winding rule. */
function hitsOf(lines, width) {
  const hits = new Array(width).fill(0);
  for (const crossings of lines) {
    let [winding, from] = [0, 0];
    for (const { x, turn } of crossings.sort((one, other) => one.x - other.x)) {
      if (winding !== 0) count(hits, from, x);
      [winding, from] = [winding + turn, x];
    }
  }
  return hits;
}

/** Counts the samples between two positions of a line; each is in the middle of its part of a dot. */
function count(hits, from, to) {
  const end = Math.min(hits.length * SAMPLES, Math.ceil(to * SAMPLES - 0.5));
  for (let sample = Math.max(0, Math.ceil(from * SAMPLES - 0.5)); sample < end; sample += 1) {
    hits[Math.floor(sample / SAMPLES)] += 1;
  }
}
