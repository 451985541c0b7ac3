import { QUIET_MODULES } from '../../journal/index.js';
import type { SlipPart } from '../../slips/index.js';
import { Bitmap } from './bitmap.js';
import { mmOf, type PrintHead } from './printHead.js';

/** Side of a code without its quiet zone, mm: of a receipt as prescribed (Technical Instruction, §16 P12), of a ticket as phones like it. */
const SIDE = { receipt: { min: 40, max: 50 }, small: { min: 18, max: 25 } } as const;

/**
 * A QR code with the light rows above and below it; to be centred, so that the paper at its sides is light. Its modules are
 * whole dots where the side then has a good length, since phones read those from farther away; otherwise it is as large as it may be, and
 * each module is as near to its place as dots allow.
 */
export function drawQrCode({ rows, isSmall }: Extract<SlipPart, { kind: 'code' }>, head: PrintHead): Bitmap {
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

/** Dots of the side of a code with this number of modules. */
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
