import { QUIET_MODULES } from '../../journal/index.js';
import type { SlipPart } from '../../slips/index.js';
import { Bitmap } from './bitmap.js';
import { mmOf, type PrintHead } from './printHead.js';

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
