import { QR_LEVELS, type QrChoice, qrModules, type QrModules } from '../../base/index.js';
import {
  type EncoderTraits,
  type Gif,
  joinGif,
  pack,
  splitGif,
  encodeColourDeltas,
  decodeColourDeltas,
  unpack,
} from './gif.js';

/**
 * How a processor has drawn the QR code of a verification link, so that it can be drawn again byte for byte: some two
 * hundred bytes instead of the eleven thousand of the GIF. Texts are bytes as latin1.
 */
export interface Drawing extends EncoderTraits {
  /** The bytes of the GIF before and after its pixels; the colours as differences. */
  readonly head: string;
  readonly tail: string;
  /** Positions in the colour table. */
  readonly dark: number;
  readonly light: number;
  /** Pixels around the code, and along one side of a module. */
  readonly margin: number;
  readonly scale: number;
  /** The modules: the choices with which our encoder draws the same modules from the link, or base64 of their bits. */
  readonly code: QrChoice | string;
}

/** Longest beginning or end of a GIF: a table of 256 colours and some comments, bytes. */
const MAX_FRAME = 2048;

/** The drawing of a picture; undefined if {@link redraw} would not reproduce the same bytes. */
export function drawingOf(picture: Buffer, link: string): Drawing | undefined {
  const gif = splitGif(picture);
  if (gif === undefined || gif.head.length > MAX_FRAME || gif.tail.length > MAX_FRAME) return undefined;
  const unpacked = unpack(gif.stream, gif.bits, gif.side * gif.side);
  const found = unpacked && layoutOf(unpacked.pixels, gif.side);
  if (unpacked === undefined || found === undefined) return undefined;
  const { modules, ...layout } = found;
  const drawing = {
    head: encodeColourDeltas(gif.head).toString('latin1'),
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

/** The picture of a drawing. Throws RangeError for a drawing that {@link drawingOf} cannot have made from this link. */
export function redraw(drawing: Drawing, link: string): Buffer {
  const { code } = drawing;
  const modules = typeof code === 'string' ? modulesOf(code) : qrModules(link, code);
  const gif = decodeColourDeltas(Buffer.from(drawing.head, 'latin1'));
  if (modules === null) throw new RangeError('a drawing that is none of this link');
  return pictureOf(drawing, modules, { head: gif, bits: gif[gif.length - 1] ?? 0 });
}

/**
 * Pixels along a module of a picture that the box draws itself. Size and missing margin are those of the tax
 * authority's own processors.
 */
const OWN_SCALE = 4;
/**
 * Traits of a GIF that the box draws: a table of two colours, white and black, and codes that begin with 3 bits
 * (GIF89a, 18 to 20).
 */
const OWN_TRAITS = { dark: 1, light: 0, margin: 0, scale: OWN_SCALE, fullAt: 4096, spare: 0, tail: ';' };
const OWN_BITS = 2;

/** The box's own picture of a link's code. Throws RangeError for a link that fits into no code. */
export function drawLink(link: string): Buffer {
  const modules = qrModules(link);
  if (modules === null) throw new RangeError('no QR code holds this link');
  const side = Buffer.alloc(2);
  side.writeUInt16LE(modules.size * OWN_SCALE);
  const screen = [Buffer.from('GIF89a'), side, side, Buffer.from([0x80, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0])];
  const place = [Buffer.from([0x2c, 0, 0, 0, 0]), side, side, Buffer.from([0, OWN_BITS])];
  return pictureOf(OWN_TRAITS, modules, { head: Buffer.concat([...screen, ...place]), bits: OWN_BITS });
}

/** Locates the code in the picture by the upper left one of its three squares, whose top side is 7 dark modules. */
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

/** The only other colour; undefined when there is none, or more than one. */
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

/** The mask of the 15 format bits, and the positions of their levels in {@link QR_LEVELS} (ISO/IEC 18004, 7.9). */
const FORMAT_MASK = 0x5412;
const FORMAT_LEVELS = [1, 0, 3, 2];

/** Read from the format bits next to the upper left square. Drawing the code again shows whether they are right. */
function choiceOf({ size, data }: QrModules): QrChoice | undefined {
  const bits = [0, 1, 2, 3, 4].map((x) => data[8 * size + x] ?? 0);
  const format = bits.reduce((value, bit) => 2 * value + bit, 0) ^ (FORMAT_MASK >> 10);
  const level = QR_LEVELS[FORMAT_LEVELS[format >> 3] ?? 0];
  return level && { version: (size - 17) / 4, level, mask: (format & 7) as QrChoice['mask'] };
}

function pictureOf(
  { dark, light, margin, scale, tail, ...traits }: Omit<Drawing, 'head' | 'code'>,
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
    for (let copy = 1; copy < scale; copy += 1) bitmap.copyWithin(row + copy * side, row, row + side);
  }
  const stream = pack(bitmap, { dark, light }, bits, traits);
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
