import { QR_LEVELS, type QrChoice, qrModules, type QrModules } from '../../base/qr.js';
import { type Gif, joinGif, splitGif, withoutSlope, withSlope } from './gif.js';
import { type Habits, pack, unpack } from './lzw.js';

/**
 * How a processor has drawn the QR code of a verification link, so that it can be drawn again to the byte: a hundred bytes
 * for the eleven thousand of the GIF. Texts stand for bytes, as latin1.
 */
export interface Drawing extends Habits {
  /** What stands in the GIF before and behind its pixels; the colours as differences. */
  readonly head: string;
  readonly tail: string;
  /** Colours in the table. */
  readonly dark: number;
  readonly light: number;
  /** Pixels around the code, and on the side of a module. */
  readonly margin: number;
  readonly scale: number;
  /** The modules: by how the link was drawn, or, where another hand would draw it otherwise, as base64 of their bits. */
  readonly code: QrChoice | string;
}

/** Longest beginning or end of a GIF that is looked at: a table of 256 colours and some remarks, bytes. */
const MAX_FRAME = 2048;

/** Undefined for a picture that {@link redraw} would not give back byte for byte. */
export function drawingOf(picture: Buffer, link: string): Drawing | undefined {
  const gif = splitGif(picture);
  if (gif === undefined || gif.head.length > MAX_FRAME || gif.tail.length > MAX_FRAME) return undefined;
  const unpacked = unpack(gif.stream, gif.bits, gif.side * gif.side);
  const found = unpacked && layoutOf(unpacked.pixels, gif.side);
  if (unpacked === undefined || found === undefined) return undefined;
  const { modules, ...layout } = found;
  const drawing = {
    head: withoutSlope(gif.head).toString('latin1'),
    tail: gif.tail.toString('latin1'),
    fullAt: unpacked.fullAt,
    spare: unpacked.spare,
    ...layout,
  };
  const choice = choiceOf(modules);
  const ours = choice && qrModules(link, choice);
  const isOurs = ours != null && Buffer.from(ours.data).equals(modules.data);
  const whole: Drawing = { ...drawing, code: choice !== undefined && isOurs ? choice : bitsOf(modules) };
  return pictureOf(whole, modules, gif).equals(picture) ? whole : undefined;
}

/** The picture of a drawing. Throws RangeError for one that {@link drawingOf} has never made of this link. */
export function redraw(drawing: Drawing, link: string): Buffer {
  const { code } = drawing;
  const modules = typeof code === 'string' ? modulesOf(code) : qrModules(link, code);
  const gif = withSlope(Buffer.from(drawing.head, 'latin1'));
  if (modules === null) throw new RangeError('a drawing that is none of this link');
  return pictureOf(drawing, modules, { head: gif, bits: gif[gif.length - 1] ?? 0 });
}

/** Where the code lies in the picture: found by the upper left of its three squares, whose upper side is 7 dark modules. */
function layoutOf(pixels: Uint8Array, side: number) {
  const corner = pixels[0] ?? 0;
  const other = otherColour(pixels, corner);
  if (other === undefined) return undefined;
  const hasMargin = runLength(pixels, 0, side) === side;
  const margin = hasMargin ? diagonalRun(pixels, side) : 0;
  const [dark, light] = hasMargin ? [other, corner] : [corner, other];
  const square = runLength(pixels, margin * side + margin, side - margin);
  const scale = square / 7;
  const size = (side - 2 * margin) / scale;
  if (!Number.isInteger(scale) || !Number.isInteger(size) || size < 21 || size > 177 || size % 4 !== 1)
    return undefined;
  const data = new Uint8Array(size * size);
  for (let y = 0, n = 0; y < size; y += 1) {
    const row = (margin + y * scale) * side + margin;
    for (let x = 0; x < size; x += 1, n += 1) data[n] = Number(pixels[row + x * scale] === dark);
  }
  return { dark, light, margin, scale, modules: { size, data } };
}

/** The only colour beside one; undefined when there is none, or more than one. */
function otherColour(pixels: Uint8Array, colour: number): number | undefined {
  let other: number | undefined;
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] === colour || pixels[at] === other) continue;
    if (other !== undefined) return undefined;
    other = pixels[at];
  }
  return other;
}

/** Pixels of one colour from `start` on, at most `length`. */
function runLength(pixels: Uint8Array, start: number, length: number): number {
  const colour = pixels[start];
  let run = 0;
  while (run < length && pixels[start + run] === colour) run += 1;
  return run;
}

function diagonalRun(pixels: Uint8Array, side: number): number {
  let run = 0;
  while (run < side && pixels[run * side + run] === pixels[0]) run += 1;
  return run;
}

/** What the 15 bits of the format are mixed with, and the names of the levels in them (ISO/IEC 18004, 7.9). */
const FORMAT_MASK = 0x5412;
const FORMAT_LEVELS = [1, 0, 3, 2];

/** As the code itself says it, beside its upper left square; whether it says the truth is seen when it is drawn again. */
function choiceOf({ size, data }: QrModules): QrChoice | undefined {
  const bits = [0, 1, 2, 3, 4].map((x) => data[8 * size + x] ?? 0);
  const format = bits.reduce((value, bit) => 2 * value + bit, 0) ^ (FORMAT_MASK >> 10);
  const level = QR_LEVELS[FORMAT_LEVELS[format >> 3] ?? 0];
  return level && { version: (size - 17) / 4, level, mask: (format & 7) as QrChoice['mask'] };
}

function pictureOf(
  { dark, light, margin, scale, tail, ...habits }: Drawing,
  { size, data }: QrModules,
  { head, bits }: Pick<Gif, 'head' | 'bits'>,
): Buffer {
  const side = size * scale + 2 * margin;
  const bitmap = new Uint8Array(side * side);
  for (let y = 0; y < size; y += 1) {
    const row = (margin + y * scale) * side;
    for (let x = 0; x < size; x += 1) {
      if (data[y * size + x] === 1) bitmap.fill(1, row + margin + x * scale, row + margin + (x + 1) * scale);
    }
    for (let line = 1; line < scale; line += 1) bitmap.copyWithin(row + line * side, row, row + side);
  }
  const stream = pack(bitmap, { dark, light }, bits, habits);
  return joinGif({ head, stream, tail: Buffer.from(tail, 'latin1') });
}

/** The bits of the modules, eight to a byte. */
function bitsOf({ data }: QrModules): string {
  const bits = Buffer.alloc(Math.ceil(data.length / 8));
  data.forEach((module, n) => (bits[n >> 3] = (bits[n >> 3] ?? 0) | (module << (n & 7))));
  return bits.toString('base64');
}

function modulesOf(bits: string): QrModules {
  const bytes = Buffer.from(bits, 'base64');
  const size = Math.floor(Math.sqrt(8 * bytes.length));
  return { size, data: Uint8Array.from({ length: size * size }, (_, n) => ((bytes[n >> 3] ?? 0) >> (n & 7)) & 1) };
}
