import { setImmediate } from 'node:timers/promises';
import type { PrinterSetting } from '../../settings/index.js';
import type { Slip } from '../../slips/index.js';
import { Bitmap } from '../escpos/bitmap.js';
import { type Drawing, drawPart } from '../escpos/drawing.js';
import { drawnSlip, type EncodedSlip, FOOT_MM, logoDrawings, TEAR_ROWS } from '../escpos/encode.js';
import { mmOf, type PrintHead, printHeadOf } from '../escpos/printHead.js';
import { band, BAND_ROWS, cut, feedRows, INITIALISE, kick } from './commands.js';

/**
 * A slip in Star's line mode, as the printer is set: initialisation, the slip as one picture in bands, feed and cut. Every band brings its
 * own settings, so a printer that has missed some goes right again with the next. Throws when the fonts are not there.
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
    // A band takes some milliseconds, a slip has many: a sale must not wait for them all.
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

/** What opens the drawer without any paper; undefined where none is set. */
export function encodeStarKick(printer: PrinterSetting): EncodedSlip | undefined {
  const commands = drawerCommands(printer);
  if (commands.length === 0) return undefined;
  return drawnSlip([INITIALISE, ...commands], 'raster', 0);
}

function drawerCommands({ drawer = 'none' }: PrinterSetting): Buffer[] {
  return drawer === 'none' ? [] : [kick(drawer)];
}

/** Drawings below each other, where each stands on the head. */
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
