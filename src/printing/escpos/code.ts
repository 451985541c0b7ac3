import { QUIET_MODULES } from '../slip.js';
import { Bitmap } from './bitmap.js';
import { dotsOf, type Head } from './head.js';

/** Side of a code without its quiet zone, mm: 40 to 50 are prescribed (Technical Instruction, §16 P12), 42 to 45 promised. */
const SIDE = { min: 42, usual: 43, max: 45 } as const;

/**
 * A QR code with the light rows above and below it; to be centred, so that the paper at its sides is light. Its modules
 * are whole dots where the side can then be held; else each is as near to its place as dots allow, which readers bear.
 */
export function drawCode(rows: readonly string[], head: Head): Bitmap {
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

/** Dots of a side of so many modules. */
function sideOf(modules: number, head: Head): number {
  const whole = Math.floor(dotsOf(SIDE.max, head) / modules) * modules;
  return whole >= dotsOf(SIDE.min, head) ? whole : dotsOf(SIDE.usual, head);
}

function drawRow(bitmap: Bitmap, y: number, row: string): void {
  for (let x = 0; x < bitmap.width; x += 1) {
    if (row[Math.floor(((x + 0.5) * row.length) / bitmap.width)] === '#') bitmap.blacken(x, y);
  }
}
