import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { encodePng } from '../../paper/documents/sheet/pictures.js';

/** A picture of a screen: four bytes to a pixel, RGBA. */
export interface ScreenPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** A letter that another version of the browser smooths otherwise is no difference; a ground of another colour is. */
const UNLIKE = 48;
/** A palette of a PNG has no more colours. */
const MAX_COLOURS = 256;

export function readScreen(png: Buffer): ScreenPicture {
  return PNG.sync.read(png);
}

/** Small: in 256 colours, of which a screen hardly ever has more. */
export function writeScreen({ width, height, data }: ScreenPicture): Buffer {
  const places = new Map<number, number>();
  const nearest = new Map<number, number>();
  for (const [colour] of [...countColours(data)].sort(([, one], [, other]) => other - one).slice(0, MAX_COLOURS)) {
    places.set(colour, places.size);
  }
  const placeOf = (colour: number): number => {
    const known = places.get(colour) ?? nearest.get(colour);
    if (known !== undefined) return known;
    const [best = 0] = [...places.keys()].sort((one, other) => distance(one, colour) - distance(other, colour));
    const place = places.get(best) ?? 0;
    nearest.set(colour, place);
    return place;
  };
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = placeOf(data.readUIntBE((y * width + x) * 4, 3));
  }
  const palette = Buffer.alloc(places.size * 3);
  for (const [colour, place] of places) palette.writeUIntBE(colour, place * 3, 3);
  return encodePng({ width, height, colourType: 3 }, deflateSync(rows, { level: 9 }), palette);
}

function countColours(data: Buffer): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

function distance(one: number, other: number): number {
  return [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
}

export interface Comparison {
  /** Part of the pixels that differ, 0 to 1. */
  readonly part: number;
  /**
   * Of the square of the picture that differs most, 0 to 1: what is missing in one place does not drown in a large
   * picture.
   */
  readonly worst: number;
  /** What differs in red, on the pale second picture. */
  readonly drawn: ScreenPicture;
}

/** Pixels of the side of a square: a button is about as high. */
const SQUARE = 32;

/** Compares two pictures. A pixel counts only when the other picture has no similar one beside it either. */
export function compareScreens(a: ScreenPicture, b: ScreenPicture): Comparison {
  const { width, height } = b;
  const drawn = Buffer.from(b.data.map((value, at) => (at % 4 === 3 ? 255 : 192 + (value >> 2))));
  if (a.width !== width || a.height !== height) return { part: 1, worst: 1, drawn: { width, height, data: drawn } };
  const across = Math.ceil(width / SQUARE);
  const squares = new Uint32Array(across * Math.ceil(height / SQUARE));
  let different = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isAlone(a, b, x, y) && !isAlone(b, a, x, y)) continue;
      different += 1;
      squares[Math.floor(y / SQUARE) * across + Math.floor(x / SQUARE)]! += 1;
      drawn.writeUIntBE(0xe00000, (y * width + x) * 4, 3);
    }
  }
  const worst = Math.max(...squares) / SQUARE ** 2;
  return { part: different / (width * height), worst, drawn: { width, height, data: drawn } };
}

/** Is there nothing like the pixel of one picture around its place in the other? */
function isAlone(one: ScreenPicture, other: ScreenPicture, x: number, y: number): boolean {
  const at = (y * one.width + x) * 4;
  if (isLike(one, other, at, at)) return false;
  for (let dy = Math.max(0, y - 1); dy <= Math.min(one.height - 1, y + 1); dy++) {
    for (let dx = Math.max(0, x - 1); dx <= Math.min(one.width - 1, x + 1); dx++) {
      if (isLike(one, other, at, (dy * one.width + dx) * 4)) return false;
    }
  }
  return true;
}

function isLike({ data: one }: ScreenPicture, { data: other }: ScreenPicture, at: number, place: number): boolean {
  return (
    Math.abs(one[at]! - other[place]!) < UNLIKE &&
    Math.abs(one[at + 1]! - other[place + 1]!) < UNLIKE &&
    Math.abs(one[at + 2]! - other[place + 2]!) < UNLIKE
  );
}
