import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { PNG } from 'pngjs';
import { assertNever } from '../../../base/index.js';
import type { Bitmap } from '../escpos/bitmap.js';

/**
 * Every command that a slip in Star's line mode may contain, by its name and clause in Star's "STAR Line Mode Command
 * Specifications". They are made by the encoder of node-thermal-printer. Each call uses a new encoder, which has no
 * bytes of an earlier command. Without an interface it loads no transport, and can send nothing.
 */

/** Rows that `ESC k` prints at once, and that `ESC 0` feeds: 3 mm at 8 dots a mm. */
export const BAND_ROWS = 24;

/** ESC @, "Command initialization": prints the line buffer, then resets the settings to those after power-on. */
export const INITIALISE = Buffer.of(0x1b, 0x40);

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
export function feedRows(rows: number): Buffer {
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
export function cut(kind: 'partial' | 'full'): Buffer {
  // By default the encoder would add vertical tabs before it, for printers that do not feed by themselves.
  const feed = { verticalTabAmount: 0 };
  return encoded((encoder) => (kind === 'full' ? encoder.cut(feed) : encoder.partialCut(feed)));
}

/** ESC BEL and BEL, external device 1 (3.3.12), 110 ms on and off for 550 ms; or external device 2. */
export function kick(pin: 'pin2' | 'pin5'): Buffer {
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
