import type { Picture } from './picture.js';

/** Place of the QR code on a picture, dots, without its quiet zone. */
export interface QrArea {
  readonly x: number;
  readonly y: number;
  /** A side. */
  readonly width: number;
  readonly height: number;
  /** On a side. */
  readonly modules: number;
  /** Dots of a module's side, in the middle: where they do not fit, some are a dot wider than others. */
  readonly module: number;
  /** White modules around it, on the side with the fewest; beside the head there are none. */
  readonly quiet: number;
}

/** A finder pattern is seven modules wide (ISO/IEC 18004, 5.3.2.1). */
const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
/** Modules of a side: 21, 25 … 177 (5.1). */
const isSize = (modules: number): boolean => modules >= 21 && modules <= 177 && modules % 4 === 1;

/** The first QR code of a picture; undefined without one. */
export function findQr(picture: Picture): QrArea | undefined {
  for (let y = 0; y < picture.height; y += 1) {
    for (const { x, length } of blackRuns(picture, y)) {
      const found = isFinder(picture, x, y, length) ? qrAt(picture, x, y, length) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The code whose upper left finder pattern, `size` dots wide, is at x, y. */
function qrAt(picture: Picture, x: number, y: number, size: number): QrArea | undefined {
  for (const corner of blackRuns(picture, y)) {
    if (corner.x < x + 2 * size || Math.abs(corner.length - size) > 1) continue;
    const side = corner.x + corner.length - x;
    const isSquare = [size - 1, size, size + 1].some((low) => isFinder(picture, x, y + side - low, low));
    const modules = modulesOf(picture, x, y, side, size);
    if (!isSquare || !isFinder(picture, corner.x, y, corner.length) || !isSize(modules)) continue;
    const module = side / modules;
    return { x, y, width: side, height: side, modules, module, quiet: quietZone(picture, x, y, side) / module };
  }
  return undefined;
}

/** The row of the timing pattern changes colour at each module between the two finder patterns (5.3.4). */
function modulesOf(picture: Picture, x: number, y: number, side: number, size: number): number {
  const row = y + size - 1;
  const dark = blackRuns(picture, row).filter((run) => run.x >= x && run.x < x + side).length;
  return 2 * dark - 1 - 2 + 2 * FINDER.length;
}

function blackRuns(picture: Picture, y: number): { readonly x: number; readonly length: number }[] {
  const runs: { x: number; length: number }[] = [];
  for (let x = 0; x < picture.width; x += 1) {
    if (!picture.isBlack(x, y)) continue;
    let length = 1;
    while (picture.isBlack(x + length, y)) length += 1;
    runs.push({ x, length });
    x += length;
  }
  return runs;
}

/** Whether the middles of its modules are those of a finder pattern that is `size` dots wide. */
function isFinder(picture: Picture, x: number, y: number, size: number): boolean {
  const middle = (module: number): number => Math.floor(((module + 0.5) * size) / FINDER.length);
  return FINDER.every((row, down) =>
    Array.from(row).every((sign, across) => picture.isBlack(x + middle(across), y + middle(down)) === (sign === '#')),
  );
}

/** Dots of white all around a square. */
function quietZone(picture: Picture, x: number, y: number, side: number): number {
  let zone = 0;
  for (;;) {
    const next = zone + 1;
    const [left, top, right, bottom] = [x - next, y - next, x + side + zone, y + side + zone];
    if (left < 0 || top < 0 || right >= picture.width || bottom >= picture.height) return zone;
    for (let step = 0; step < side + 2 * next; step += 1) {
      if (picture.isBlack(left + step, top) || picture.isBlack(left + step, bottom)) return zone;
      if (picture.isBlack(left, top + step) || picture.isBlack(right, top + step)) return zone;
    }
    zone = next;
  }
}
