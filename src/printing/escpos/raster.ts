import { assertNever, textWidth } from '../../base/index.js';
import type { Slip, SlipPart } from '../../slips/index.js';
import { Bitmap } from './bitmap.js';
import { drawQrCode } from './qrCode.js';
import { align, MAX_CHUNK, raster, RASTER_PREFIX } from './commands.js';
import type { Font } from './font.js';
import { dotsOf, type PrintHead } from './printHead.js';
import { cellRows, largeRows } from './textRows.js';

/** A part of a slip in dots, and where it stands on the head. */
export interface Drawing {
  readonly bitmap: Bitmap;
  readonly place: 'left' | 'centre';
}

/** Commands that print something, and the dots of paper that they take. */
export interface Printed {
  readonly commands: readonly Buffer[];
  readonly dots: number;
}

export function drawSlip({ parts }: Slip, head: PrintHead): Printed {
  const drawings = parts.map((part) => drawPart(part, head));
  return {
    commands: drawings.flatMap(rasterCommands),
    dots: drawings.reduce((sum, { bitmap }) => sum + bitmap.height, 0),
  };
}

/** Draws a part of a slip; characters that the font lacks are `□`. */
export function drawPart(part: SlipPart, head: PrintHead): Drawing {
  switch (part.kind) {
    case 'text':
      return { bitmap: drawRows(part.rows, head.font, head), place: 'left' };
    case 'small':
      return { bitmap: drawRows(part.rows, head.smallFont, head), place: 'left' };
    case 'large':
      return { bitmap: drawLarge(part.text, head), place: 'left' };
    case 'code':
      return { bitmap: drawQrCode(part.rows, head), place: 'centre' };
    case 'space':
      return { bitmap: new Bitmap(head.dots, dotsOf(part.mm, head)), place: 'left' };
    case 'ruler':
      return { bitmap: drawRuler(head), place: 'left' };
    default:
      return assertNever(part);
  }
}

function drawRows(rows: readonly string[], font: Font, head: PrintHead): Bitmap {
  const drawn = cellRows(rows);
  const bitmap = new Bitmap(head.dots, drawn.length * font.height);
  drawn.forEach((row, at) => bitmap.write(row, font, head.margin, at * font.height));
  return bitmap;
}

/** Twice the cell in both directions, each row in the middle. */
function drawLarge(text: string, head: PrintHead): Bitmap {
  const { font } = head;
  const across = head.dots / 2;
  const rows = largeRows(text, head);
  const bitmap = new Bitmap(across, rows.length * font.height);
  rows.forEach((row, at) => {
    const left = Math.floor((across - textWidth(row) * font.width) / 2);
    bitmap.write(row, font, left, at * font.height);
  });
  return bitmap.doubled();
}

/** Heights of the ticks at each mm and each cm, mm. */
const TICKS = { mm: 1, cm: 3 } as const;

function drawRuler(head: PrintHead): Bitmap {
  const height = dotsOf(TICKS.cm, head);
  const bitmap = new Bitmap(head.dots, height + 2);
  const drawTick = (x: number, length: number): void => {
    for (let y = height - length; y < height; y += 1) bitmap.blacken(x, y);
  };
  for (let mm = 0; dotsOf(mm, head) < head.dots; mm += 1) {
    drawTick(dotsOf(mm, head), dotsOf(mm % 10 === 0 ? TICKS.cm : TICKS.mm, head));
  }
  drawTick(head.dots - 1, height);
  for (let x = 0; x < head.dots; x += 1) bitmap.blacken(x, height);
  bitmap.copyRow(height, height + 1);
  return bitmap;
}

/**
 * The commands that print a drawing: bands of at most {@link MAX_CHUNK} bytes, each cut off behind its last black byte,
 * so that blank rows take a byte each.
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
  /** Row behind the last. */
  readonly end: number;
  /** Bytes of a row. */
  readonly across: number;
}

/** Divides rows of these widths, in bytes, into the bands that take the fewest bytes: finds for each row the best band that ends there. */
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
