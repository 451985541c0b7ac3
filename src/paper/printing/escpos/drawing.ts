import { assertNever, cutIntoRows, oneLine, textWidth, toNfc, visible, wrapWords } from '../../../base/index.js';
import { QUIET_MODULES } from '../../journal/index.js';
import type { SlipPart } from '../../slips/index.js';
import { Bitmap } from './bitmap.js';
import { dotsOf, type Font, mmOf, type PrintHead } from './font.js';

/**
 * Side of a code without its quiet zone, mm. The size on a receipt is prescribed (Technical Instruction, §16 P12); the
 * size on a ticket suits phones.
 */
const SIDE = { receipt: { min: 40, max: 50 }, small: { min: 18, max: 25 } } as const;

/**
 * A QR code with the light rows above and below it. It must be centred, so that the paper at its sides is light.
 * Modules are whole dots where the side then has an allowed length, since phones read those from farther away.
 * Otherwise the code is as large as allowed, and each module is rounded to the nearest dots.
 */
function drawQrCode({ rows, isSmall }: Extract<SlipPart, { kind: 'code' }>, head: PrintHead): Bitmap {
  const side = sideOf(rows.length, SIDE[isSmall === true ? 'small' : 'receipt'], head);
  const quiet = Math.ceil((QUIET_MODULES * side) / rows.length);
  const bitmap = new Bitmap(side, side + 2 * quiet);
  let drawn = -1;
  for (let y = 0; y < side; y += 1) {
    const module = Math.floor(((y + 0.5) * rows.length) / side);
    if (module === drawn) bitmap.copyRow(quiet + y - 1, quiet + y);
    else drawRow(bitmap, quiet + y, rows[module] ?? '');
    drawn = module;
  }
  return bitmap;
}

/** Length of the side, in dots, of a code with this number of modules. */
function sideOf(
  modules: number,
  { min, max }: { readonly min: number; readonly max: number },
  head: PrintHead,
): number {
  const most = Math.min(head.dots, Math.floor(max / mmOf(1, head)));
  const wholeDots = Math.floor(most / modules) * modules;
  return mmOf(wholeDots, head) >= min ? wholeDots : most;
}

function drawRow(bitmap: Bitmap, y: number, row: string): void {
  for (let x = 0; x < bitmap.width; x += 1) {
    if (row[Math.floor(((x + 0.5) * row.length) / bitmap.width)] === '#') bitmap.blacken(x, y);
  }
}

/** A part of a slip as dots, and its position across the head. */
export interface Drawing {
  readonly bitmap: Bitmap;
  readonly place: 'left' | 'centre';
}

/** Draws a part of a slip. Characters that the font lacks are drawn as `□`. */
export function drawPart(part: SlipPart, head: PrintHead): Drawing {
  if (part.kind === 'code') return { bitmap: drawQrCode(part, head), place: 'centre' };
  return { bitmap: drawAcross(part, head), place: 'left' };
}

/** Draws a part that is as wide as the head. */
function drawAcross(part: Exclude<SlipPart, { kind: 'code' }>, head: PrintHead): Bitmap {
  switch (part.kind) {
    case 'text':
      return drawColumns(cellRows(part.rows), head.font, head);
    case 'rule':
      return head.isPlain
        ? drawColumns(cellRows([part.row]), head.font, head)
        : drawRule(cellRows([part.row]).join(''), head);
    case 'total':
      return drawColumns(cellRows([part.row]), head.isPlain ? head.font : head.tallFont, head);
    case 'small':
      return drawCentred(centredRows(part.lines, head.dots, head.smallFont.width), head.smallFont, head);
    case 'large':
      return drawCentred(centredRows(part.lines, head.dots, head.largeFont.width), head.largeFont, head);
    case 'space':
      return new Bitmap(head.dots, dotsOf(part.mm, head));
    case 'ruler':
      return drawRuler(head);
    default:
      return assertNever(part);
  }
}

/** A row of only one of the two signs: a full line. */
const WHOLE = /^([=-])\1*$/;
/** The runs of signs before and after words. */
const LINES = /([=-])\1{5,}/g;

/** Draws a dividing row: its signs as lines, its words as text. */
function drawRule(row: string, head: PrintHead): Bitmap {
  const { font } = head;
  const sign = WHOLE.exec(row)?.[1];
  if (sign !== undefined) return drawWholeRule(sign, head);
  const bitmap = drawColumns([row.replace(LINES, (line) => ' '.repeat(line.length))], font, head);
  for (const { 0: line, 1: kind = '', index } of row.matchAll(LINES)) {
    // With a small gap to the words beside it.
    const from = index === 0 ? 0 : index * font.width + APART;
    const to = (index + line.length) * font.width - (index + line.length === row.length ? 0 : APART);
    drawLine(bitmap, kind, head.margin + from, head.margin + to, font);
  }
  return bitmap;
}

/** Dots between a line and the words beside it. */
const APART = 4;
/** Thickness of the two kinds of lines, and the dashes of a `-`, dots. */
const THICK = 4;
const THIN = 2;
const DASH = { long: 6, apart: 3 };

/** A line across all columns, in half the height of a row. */
function drawWholeRule(sign: string, head: PrintHead): Bitmap {
  const { font, margin, dots } = head;
  const bitmap = new Bitmap(dots, Math.ceil(font.height / 2));
  drawLine(bitmap, sign, margin, dots - margin, { height: bitmap.height });
  return bitmap;
}

/** Draws a line in the middle of a row: `=` thick, `-` thin and dashed. */
function drawLine(bitmap: Bitmap, sign: string, from: number, to: number, { height }: Pick<Font, 'height'>): void {
  const thickness = sign === '=' ? THICK : THIN;
  const top = Math.floor((height - thickness) / 2);
  if (sign === '=') {
    bitmap.fill(from, top, to - from, thickness);
    return;
  }
  for (let x = from; x < to; x += DASH.long + DASH.apart) bitmap.fill(x, top, Math.min(DASH.long, to - x), thickness);
}

/** Rows of text in forty columns. */
function drawColumns(rows: readonly string[], font: Font, { dots, margin }: PrintHead): Bitmap {
  const bitmap = new Bitmap(dots, rows.length * font.height);
  rows.forEach((row, at) => bitmap.write(row, font, margin, at * font.height));
  return bitmap;
}

/** Centred rows of text. */
function drawCentred(rows: readonly string[], font: Font, { dots }: PrintHead): Bitmap {
  const bitmap = new Bitmap(dots, rows.length * font.height);
  rows.forEach((row, at) => {
    bitmap.write(row, font, Math.floor((dots - textWidth(row) * font.width) / 2), at * font.height);
  });
  return bitmap;
}

/** Heights of the ticks at each mm and each cm, mm. */
const TICKS = { mm: 1, cm: 3 } as const;

function drawRuler(head: PrintHead): Bitmap {
  const height = dotsOf(TICKS.cm, head);
  const bitmap = new Bitmap(head.dots, height + 2);
  const drawTick = (x: number, length: number): void => bitmap.fill(x, height - length, 1, length);
  for (let mm = 0; dotsOf(mm, head) < head.dots; mm += 1) {
    drawTick(dotsOf(mm, head), dotsOf(mm % 10 === 0 ? TICKS.cm : TICKS.mm, head));
  }
  drawTick(head.dots - 1, height);
  bitmap.fill(0, height, head.dots, 2);
  return bitmap;
}

/**
 * Rows in the form that cells need: characters composed with their accents, no invisible characters, no control
 * characters that a printer could interpret as commands, and at most forty columns. Trailing blanks are removed, since
 * they cost bytes and draw nothing.
 */
export function cellRows(rows: readonly string[]): string[] {
  return rows.flatMap((row) => cutIntoRows(cells(row)).map((piece) => piece.trimEnd()));
}

/** Lines to be centred, broken between words where a head of this many dots is too narrow for cells of this width. */
export function centredRows(lines: readonly string[], dots: number, width: number): string[] {
  return lines.flatMap((line) => wrapWords(cells(line).trim(), Math.floor(dots / width)));
}

/** A text with one character for each cell. */
export function cells(text: string): string {
  return visible(toNfc(oneLine(text)));
}
