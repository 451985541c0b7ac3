import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { setImmediate } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { assertNever } from '../../../base/index.js';
import type { PrinterSetting } from '../../../shop/settings/index.js';
import type { Slip } from '../../slips/index.js';
import { Bitmap } from '../escpos/bitmap.js';
import { type Drawing, drawPart } from '../escpos/drawing.js';
import { drawnSlip, type EncodedSlip, FOOT_MM, logoDrawings, TEAR_ROWS } from '../escpos/encode.js';
import { mmOf, type PrintHead, printHeadOf } from '../escpos/font.js';

/**
 * Every command that a slip in Star's line mode may contain, by its name and clause in Star's "STAR Line Mode Command
 * Specifications". They are made by the encoder of node-thermal-printer. Each call uses a new encoder, which has no
 * bytes of an earlier command. Without an interface it loads no transport, and can send nothing.
 */

/** Rows that `ESC k` prints at once, and that `ESC 0` feeds: 3 mm at 8 dots a mm. */
export const BAND_ROWS = 24;

/** ESC @, "Command initialization": prints the line buffer, then resets the settings to those after power-on. */
const INITIALISE = Buffer.of(0x1b, 0x40);

/**
 * SUB, "External device 2 drive instruction" (3.3.12): 200 ms on, and off for 200 ms. The encoder supports only one
 * drawer.
 */
const DRIVE_DEVICE_2 = Buffer.of(0x1a);

/** The encoder's types require an interface, its constructor does not. */
const ENCODER_ONLY = { type: PrinterTypes.STAR } as ConstructorParameters<typeof ThermalPrinter>[0];

function encoded(write: (encoder: ThermalPrinter) => void): Buffer {
  const encoder = new ThermalPrinter(ENCODER_ONLY);
  write(encoder);
  return encoder.getBuffer();
}

/** LF, "Line feed", of 4 mm after a {@link band}; at least one. */
function feedRows(rows: number): Buffer {
  return encoded((encoder) => {
    for (let row = 0; row < rows; row += 1) encoder.newLine();
  });
}

/**
 * {@link BAND_ROWS} rows of a picture from `top` on, white below its end: ESC 0, "Specify line spacing to 3 mm"; ESC k,
 * "Fine density bit image" (3.3.8), up to its last black dot; LF; ESC z 1, 4 mm. Whole commands, of 10 bytes and 24 for
 * each 8 dots across.
 */
export async function band(picture: Bitmap, top: number): Promise<Buffer> {
  const encoder = new ThermalPrinter(ENCODER_ONLY);
  await encoder.printImageBuffer(PNG.sync.write(bandImage(picture, top), { deflateLevel: 1, filterType: 0 }));
  return encoder.getBuffer();
}

/** ESC d, "Auto-cutter" (3.3.11): 2 or 3, feeds the last row past the cutter and cuts; then {@link INITIALISE}. */
function cut(kind: 'partial' | 'full'): Buffer {
  // By default the encoder would add vertical tabs before it, for printers that do not feed by themselves.
  const feed = { verticalTabAmount: 0 };
  return encoded((encoder) => (kind === 'full' ? encoder.cut(feed) : encoder.partialCut(feed)));
}

/** ESC BEL and BEL, external device 1 (3.3.12), 110 ms on and off for 550 ms; or external device 2. */
function kick(pin: 'pin2' | 'pin5'): Buffer {
  switch (pin) {
    case 'pin2':
      return encoded((encoder) => encoder.openCashDrawer());
    case 'pin5':
      return DRIVE_DEVICE_2;
    default:
      return assertNever(pin);
  }
}

/** A band in the encoder's format, black on white. */
function bandImage(picture: Bitmap, top: number): PNG {
  const end = Math.min(top + BAND_ROWS, picture.height);
  const used = Array.from({ length: end - top }, (_, row) => picture.used(top + row));
  const image = new PNG({ width: 8 * Math.max(1, ...used), height: BAND_ROWS });
  image.data.fill(0xff);
  for (let y = top; y < end; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      const at = 4 * ((y - top) * image.width + x);
      if (picture.isBlack(x, y)) image.data.fill(0, at, at + 3);
    }
  }
  return image;
}

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
