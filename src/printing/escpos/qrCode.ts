import { QUIET_MODULES } from '../../journal/index.js';
import { Bitmap } from './bitmap.js';
import { dotsOf, type PrintHead } from './printHead.js';

/** Side of a code without its quiet zone, mm: 40 to 50 are prescribed (Technical Instruction, §16 P12), 42 to 45 promised. */
const SIDE = { min: 42, usual: 43, max: 45 } as const;

/**
 * A QR code with the light rows above and below it; to be centred, so that the paper at its sides is light. Its modules are
 * whole dots where the side then has the right length; otherwise each is as near to its place as dots allow, and readers still
 * read it.
 */
export function drawQrCode(rows: readonly string[], head: PrintHead): Bitmap {
  const side = sideOf(rows.length, head);
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
function sideOf(modules: number, head: PrintHead): number {
  const wholeDots = Math.floor(dotsOf(SIDE.max, head) / modules) * modules;
  return wholeDots >= dotsOf(SIDE.min, head) ? wholeDots : dotsOf(SIDE.usual, head);
}

function drawRow(bitmap: Bitmap, y: number, row: string): void {
  for (let x = 0; x < bitmap.width; x += 1) {
    if (row[Math.floor(((x + 0.5) * row.length) / bitmap.width)] === '#') bitmap.blacken(x, y);
  }
}
