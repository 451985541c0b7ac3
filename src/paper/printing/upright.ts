import type { Orientation } from './jpegOrientation.js';

/** A byte a pixel, 0 is black. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

type Source = (x: number, y: number, taken: GreyPicture) => readonly [x: number, y: number];

/** The position in the stored picture for a pixel of the upright one (Exif 2.32, 4.6.4 A). */
const SOURCES: Readonly<Record<Orientation, Source>> = {
  1: (x, y) => [x, y],
  2: (x, y, { width }) => [width - 1 - x, y],
  3: (x, y, { width, height }) => [width - 1 - x, height - 1 - y],
  4: (x, y, { height }) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, { height }) => [y, height - 1 - x],
  7: (x, y, { width, height }) => [width - 1 - y, height - 1 - x],
  8: (x, y, { width }) => [width - 1 - y, x],
};

/** True when rows of the upright picture are columns of the stored one. */
export function isOnItsSide(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** Turns a stored picture upright. */
export function upright(taken: GreyPicture, orientation: Orientation): GreyPicture {
  const [width, height] = isOnItsSide(orientation) ? [taken.height, taken.width] : [taken.width, taken.height];
  const source = SOURCES[orientation];
  const data = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = source(x, y, taken);
      data[y * width + x] = taken.data[fromY * taken.width + fromX] ?? 0;
    }
  }
  return { width, height, data };
}
