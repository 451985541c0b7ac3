import type { Bitmap } from '../../../../src/paper/printing/escpos/bitmap.js';

/** A picture of a code in gray, as readers take it. */
export interface Photograph {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel. */
  readonly rgba: Uint8ClampedArray;
  readonly pgm: Buffer;
}

/** How a picture is taken. */
export interface Shot {
  /** Across the code, without its quiet zone; a fraction too. */
  readonly pixels: number;
  /** Where on a pixel the picture begins, 0 to 1. */
  readonly phase: { readonly x: number; readonly y: number };
}

/** A code on paper, its side without the quiet zone, dots. */
export interface PrintedCode {
  readonly paper: Bitmap;
  readonly side: number;
  readonly left: number;
  readonly top: number;
}

/** Number of parts into which a dot is divided. */
const FINE = 4;
/** Of the side of the code, the light paper around it that is in the picture: one part in so many. */
const AROUND = 6;

/**
 * Takes pictures of a code on paper whose black dots are so much wider and higher than they should be, dots: heat runs. A pixel is the average of
 * what it covers.
 */
export function cameraOf({ paper, side, left, top }: PrintedCode, gain: number): (shot: Shot) => Photograph {
  const around = Math.ceil(side / AROUND);
  const size = (side + 2 * around) * FINE;
  const sums = sumsOf(inkOf(paper, { left: left - around, top: top - around }, size, (gain / 2) * FINE), size);
  return ({ pixels, phase }) => {
    const scale = (side * FINE) / pixels;
    const across = Math.floor(size / scale) - 1;
    const gray = Buffer.alloc(across * across);
    for (let y = 0; y < across; y += 1) {
      for (let x = 0; x < across; x += 1) {
        const [x0, x1] = [Math.round((x + phase.x) * scale), Math.round((x + 1 + phase.x) * scale)];
        const [y0, y1] = [Math.round((y + phase.y) * scale), Math.round((y + 1 + phase.y) * scale)];
        gray[y * across + x] = Math.round(255 * (1 - sums(x0, y0, x1, y1) / ((x1 - x0) * (y1 - y0))));
      }
    }
    return pictureOf(gray, across);
  };
}

function pictureOf(gray: Buffer, across: number): Photograph {
  const rgba = new Uint8ClampedArray(4 * across * across).fill(255);
  gray.forEach((level, at) => rgba.fill(level, 4 * at, 4 * at + 3));
  const pgm = Buffer.concat([Buffer.from(`P5 ${across} ${across} 255\n`), gray]);
  return { width: across, height: across, rgba, pgm };
}

/** The parts of dots that are black, each dot grown by so many at every side. */
function inkOf(paper: Bitmap, corner: { left: number; top: number }, size: number, grown: number): Uint8Array {
  const ink = new Uint8Array(size * size);
  const dots = size / FINE;
  const from = (dot: number): number => Math.max(0, Math.round(dot * FINE - grown));
  const to = (dot: number): number => Math.min(size, Math.round((dot + 1) * FINE + grown));
  for (let y = 0; y < dots; y += 1) {
    for (let x = 0; x < dots; x += 1) {
      const [column, row] = [corner.left + x, corner.top + y];
      const isInside = column >= 0 && row >= 0 && column < paper.width && row < paper.height;
      if (!isInside || !paper.isBlack(column, row)) continue;
      for (let line = from(y); line < to(y); line += 1) ink.fill(1, line * size + from(x), line * size + to(x));
    }
  }
  return ink;
}

/** Returns the amount of ink in a rectangle, in a time that does not depend on its size. */
function sumsOf(ink: Uint8Array, size: number): (x0: number, y0: number, x1: number, y1: number) => number {
  const wide = size + 1;
  const sums = new Uint32Array(wide * wide);
  for (let y = 0; y < size; y += 1) {
    let row = 0;
    for (let x = 0; x < size; x += 1) {
      row += ink[y * size + x] ?? 0;
      sums[(y + 1) * wide + x + 1] = (sums[y * wide + x + 1] ?? 0) + row;
    }
  }
  const at = (x: number, y: number): number => sums[Math.min(size, y) * wide + Math.min(size, x)] ?? 0;
  return (x0, y0, x1, y1) => at(x1, y1) - at(x0, y1) - at(x1, y0) + at(x0, y0);
}
