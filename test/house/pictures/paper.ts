import { dotsAcross, type PrinterSetting } from '../../../src/shop/settings/printers.js';
import { encodeSlip } from '../../../src/paper/printing/escpos/encode.js';
import type { Slip } from '../../../src/paper/slips/slip.js';
import type { Picture } from '../../paper/documents/sheet/pictures.js';
import { FakePrinter } from '../../kit/printer/core.js';
import { drawPiece } from '../../kit/printer/paper.js';
import type { PrinterOptions } from '../../kit/printer/types.js';

/** The area around the paper: its width in pixels, and its gray. */
export const EDGE = 16;
export const DESK = 0xd0;
/** Blank paper at the sides of the print, as the head of a printer leaves it, dots. */
const MARGIN = 32;

/** A slip as a printer that is set so gives it, on a desk. */
export function drawPaper(slip: Slip, setting: PrinterSetting): Picture {
  const fake = new FakePrinter({ dots: dotsAcross(setting) as PrinterOptions['dots'], dpi: setting.dpi });
  for (const chunk of encodeSlip(slip, setting).chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = fake.take(chunk.subarray(at));
      if (taken === 0) throw new Error('the fake printer takes no more');
      at += taken;
    }
  }
  const piece = fake.pieces[0];
  if (piece === undefined || fake.errors.length > 0) throw new Error(`no slip: ${fake.errors.join(', ')}`);
  const { width, height, dots } = drawPiece(piece, fake.options);
  const print = { width, height, pixels: Buffer.from(dots.map((dot) => (dot === 1 ? 0 : 255))) };
  return laidOn(laidOn(print, MARGIN, 255), EDGE, DESK);
}

/** A picture with an edge of one gray around it. */
export function laidOn({ width, height, pixels }: Picture, edge: number, gray: number): Picture {
  const wide = width + 2 * edge;
  const laid = Buffer.alloc(wide * (height + 2 * edge), gray);
  for (let y = 0; y < height; y += 1) laid.set(pixels.subarray(y * width, (y + 1) * width), (y + edge) * wide + edge);
  return { width: wide, height: height + 2 * edge, pixels: laid };
}
