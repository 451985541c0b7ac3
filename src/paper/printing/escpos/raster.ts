import type { Slip } from '../../slips/index.js';
import type { Bitmap } from './bitmap.js';
import { align, MAX_CHUNK, raster, RASTER_PREFIX } from './commands.js';
import { type Drawing, drawPart } from './drawing.js';
import type { PrintHead } from './font.js';

/** Commands that print something, and the length of paper they use, dots. */
export interface Printed {
  readonly commands: readonly Buffer[];
  readonly dots: number;
}

/** Rows of text that are drawn together. The first rows can be sent while the others are drawn. */
const ROWS_AT_ONCE = 8;

/** Draws a slip lazily, part by part. */
export function* drawSlip({ parts }: Slip, head: PrintHead): Generator<Printed> {
  for (const part of parts) {
    if (part.kind !== 'text') {
      yield printedDrawing(drawPart(part, head));
      continue;
    }
    for (let at = 0; at < part.rows.length; at += ROWS_AT_ONCE) {
      yield printedDrawing(drawPart({ kind: 'text', rows: part.rows.slice(at, at + ROWS_AT_ONCE) }, head));
    }
  }
}

export function printedDrawing(drawing: Drawing): Printed {
  return { commands: rasterCommands(drawing), dots: drawing.bitmap.height };
}

/**
 * The commands that print a drawing: bands of at most {@link MAX_CHUNK} bytes. Each is cut off after its last black
 * byte, so that blank rows take a byte each.
 */
export function rasterCommands({ bitmap, place }: Drawing): Buffer[] {
  const centred = place === 'centre';
  const widths = Array.from({ length: bitmap.height }, (_, y) => {
    const used = bitmap.used(y);
    return centred && used > 0 ? bitmap.stride : Math.max(1, used);
  });
  const bands = bandsOf(widths).map((band) => bandCommand(bitmap, band));
  return centred ? [align('centre'), ...bands, align('left')] : bands;
}

interface Band {
  readonly first: number;
  /** The row after the last. */
  readonly end: number;
  /** Bytes of a row. */
  readonly across: number;
}

/**
 * Divides rows of these widths, in bytes, into the bands with the fewest bytes in all, by finding for each row the best
 * band that ends there.
 */
function bandsOf(widths: readonly number[]): Band[] {
  const bytes = [0];
  const lasts: Band[] = [];
  for (let end = 1; end <= widths.length; end += 1) {
    let [best, across, last] = [Infinity, 0, { first: 0, end, across: 0 }];
    for (let first = end - 1; first >= 0; first -= 1) {
      across = Math.max(across, widths[first] ?? 0);
      const size = RASTER_PREFIX + across * (end - first);
      if (size > MAX_CHUNK) break;
      const all = (bytes[first] ?? 0) + size;
      if (all < best) [best, last] = [all, { first, end, across }];
    }
    bytes.push(best);
    lasts.push(last);
  }
  const bands: Band[] = [];
  for (let end = widths.length; end > 0; end = bands[0]?.first ?? 0) {
    const last = lasts[end - 1];
    if (last !== undefined) bands.unshift(last);
  }
  return bands;
}

function bandCommand(bitmap: Bitmap, { first, end, across }: Band): Buffer {
  const rows = Array.from({ length: end - first }, (_, at) => {
    const from = (first + at) * bitmap.stride;
    return bitmap.bytes.subarray(from, from + across);
  });
  return raster(across, Buffer.concat(rows));
}
