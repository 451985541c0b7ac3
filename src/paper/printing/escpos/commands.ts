/**
 * Every command that a slip may contain, by its name in Epson's "ESC/POS Command Reference", and the requests for a
 * printer's status.
 */

/** Bytes of the largest command. */
export const MAX_CHUNK = 2048;

/**
 * Enough zeros to complete any command that was cut off. A printer that is not waiting for the rest of a command
 * ignores them.
 */
export const COMPLETION: Uint8Array = Buffer.alloc(MAX_CHUNK);

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

/** ESC @, "Initialize printer": resets the settings to those after power-on. Data already received stays. */
export const INITIALISE = Buffer.from([ESC, 0x40]);

/** FS ., "Cancel Kanji character mode": many cheap printers start in a Chinese mode that reads bytes in pairs. */
export const ONE_BYTE_GLYPHS = Buffer.from([FS, 0x2e]);

/** LF, "Print and line feed": feeds by {@link lineSpacing}, or by the height of the row if that is larger. */
export const LINE_FEED = Buffer.from([0x0a]);

/** ESC t, "Select character code table"; 0 to 255. The numbers of the code pages depend on the make. */
export function selectCodePage(number: number): Buffer {
  return Buffer.from([ESC, 0x74, number]);
}

/** ESC M, "Select character font": A is 12 dots wide, B 9. */
export function selectFont(font: 'A' | 'B'): Buffer {
  return Buffer.from([ESC, 0x4d, font === 'A' ? 0 : 1]);
}

/** ESC 3, "Set line spacing"; 0 to 255 units. A unit is a dot in most printers, half a dot or less in some. */
export function lineSpacing(units: number): Buffer {
  return Buffer.from([ESC, 0x33, units]);
}

/** GS !, "Select character size": each direction 1 to 8 times. */
export function magnify(across: number, down: number): Buffer {
  return Buffer.from([GS, 0x21, ((across - 1) << 4) | (down - 1)]);
}

/** ESC a, "Select justification", for text and rasters alike; only at the beginning of a row. */
export function align(place: 'left' | 'centre'): Buffer {
  return Buffer.from([ESC, 0x61, place === 'left' ? 0 : 1]);
}

/** ESC d, "Print and feed n lines"; 0 to 255. */
export function feedRows(rows: number): Buffer {
  return Buffer.from([ESC, 0x64, rows]);
}

/** Bytes of `GS v 0` before its dots. */
export const RASTER_PREFIX = 8;

/**
 * GS v 0, "Print raster bit image", unscaled: rows of `width` bytes. The paper moves by exactly as many dots as there
 * are rows, on every printer, regardless of its feed unit.
 */
export function raster(width: number, rows: Buffer): Buffer {
  const prefix = Buffer.from([GS, 0x76, 0x30, 0, 0, 0, 0, 0]);
  prefix.writeUInt16LE(width, 4);
  prefix.writeUInt16LE(rows.length / width, 6);
  return Buffer.concat([prefix, rows]);
}

/**
 * GS V, "Select cut mode and cut paper", function B: feeds the last row past the cutter and `dots` further; 0 to 255.
 */
export function cut(kind: 'partial' | 'full', dots: number): Buffer {
  return Buffer.from([GS, 0x56, kind === 'full' ? 0x41 : 0x42, dots]);
}

/** ESC p, "Generate pulse", in units of 2 ms: 100 ms on, and off for at least 200 ms, which opens any drawer. */
export function kick(pin: 'pin2' | 'pin5'): Buffer {
  return Buffer.from([ESC, 0x70, pin === 'pin2' ? 0 : 1, 50, 100]);
}

/** Requests for a printer's status. The answers are read in `printerAnswers.ts`. */

/** `DLE EOT n`: real-time status, answered at once, also by a printer that is off line. n is 1 to 4. */
export function statusRequest(n: number): Uint8Array {
  return Uint8Array.of(0x10, 0x04, n);
}

/** `GS r 1`: status of the paper, answered after everything before it was processed. */
export const PAPER_STATUS: Uint8Array = Uint8Array.of(0x1d, 0x72, 0x01);

/**
 * `GS a`: automatic status. The first request makes the printer report its status at once and at each change; the
 * second one stops it.
 */
export const REPORT_CHANGES: Uint8Array = Uint8Array.of(0x1d, 0x61, 0xff);
export const REPORT_NOTHING: Uint8Array = Uint8Array.of(0x1d, 0x61, 0x00);

/**
 * `GS ( H`, function 48: answered with the id, four characters from 20h to 7Eh, after everything before it was printed.
 */
export function processIdRequest(id: string): Uint8Array {
  return Buffer.concat([Buffer.from([0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30]), Buffer.from(id, 'latin1')]);
}
