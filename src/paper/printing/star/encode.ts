import { setImmediate } from 'node:timers/promises';
import type { PrinterSetting } from '../../../shop/settings/index.js';
import type { Slip } from '../../slips/index.js';
import { Bitmap } from '../escpos/bitmap.js';
import { type Drawing, drawPart } from '../escpos/drawing.js';
import { drawnSlip, type EncodedSlip, FOOT_MM, logoDrawings, TEAR_ROWS } from '../escpos/encode.js';
import { mmOf, type PrintHead, printHeadOf } from '../escpos/printHead.js';
import { band, BAND_ROWS, cut, feedRows, INITIALISE, kick } from './commands.js';

/**
 * Encodes a slip in Star's line mode for a printer's settings: initialisation, the slip as one picture in bands, feed
 * and cut. Every band repeats its settings, so a printer that has missed some recovers with the next band. Throws when
 * the fonts are missing.
 */
export async function encodeStarSlip(slip: Slip, printer: PrinterSetting): Promise<EncodedSlip> {
  const head = printHeadOf(printer);
  const { cutter = 'partial' } = printer;
  const picture = pictureOf(
    [
      ...logoDrawings(printer, head),
      ...slip.parts.map((part) => drawPart(part, head)),
      drawPart({ kind: 'space', mm: FOOT_MM }, head),
    ],
    head,
  );
  const bands: Buffer[] = [];
  for (let top = 0; top < picture.height; top += BAND_ROWS) {
    bands.push(await band(picture, top));
    // A band takes some milliseconds and a slip has many; the pause lets sales run in between.
    await setImmediate();
  }
  const commands = [
    INITIALISE,
    ...(slip.opensDrawer === true ? drawerCommands(printer) : []),
    ...bands,
    cutter === 'none' ? feedRows(TEAR_ROWS) : cut(cutter),
  ];
  const height = mmOf(BAND_ROWS * bands.length, head);
  return drawnSlip(commands, 'raster', height);
}

/** Opens the drawer without printing; undefined where no drawer is configured. */
export function encodeStarKick(printer: PrinterSetting): EncodedSlip | undefined {
  const commands = drawerCommands(printer);
  if (commands.length === 0) return undefined;
  return drawnSlip([INITIALISE, ...commands], 'raster', 0);
}

function drawerCommands({ drawer = 'none' }: PrinterSetting): Buffer[] {
  return drawer === 'none' ? [] : [kick(drawer)];
}

/** Stacks drawings below each other, each at its position across the head. */
function pictureOf(drawings: readonly Drawing[], head: PrintHead): Bitmap {
  const picture = new Bitmap(
    head.dots,
    drawings.reduce((sum, { bitmap }) => sum + bitmap.height, 0),
  );
  let top = 0;
  for (const { bitmap, place } of drawings) {
    picture.put(bitmap, top, place === 'left' ? 0 : Math.floor((head.dots - bitmap.width) / 2));
    top += bitmap.height;
  }
  return picture;
}
