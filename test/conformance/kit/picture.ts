import { runOn } from './programs.js';

/** A grey picture of one byte per pixel, 0 is black, as a PGM holds it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** A part of a picture, in pixels; right and bottom are the first ones outside. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Darker than this is ink. */
const DARK = 128;

/** Reads a binary PGM of eight bits. */
export function readPgm(bytes: Buffer): Picture | undefined {
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 100)) ?? [];
  if (head === undefined) return undefined;
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(head.length) };
}

export function writePgm({ width, height, pixels }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}

export function cut({ width, height, pixels }: Picture, { left, top, right, bottom }: Area): Picture {
  const [from, to] = [Math.max(0, left), Math.min(width, right)];
  const rows: Buffer[] = [];
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) {
    rows.push(pixels.subarray(y * width + from, y * width + to));
  }
  return { width: Math.max(0, to - from), height: rows.length, pixels: Buffer.concat(rows) };
}

/** The smallest area that contains all ink; undefined without ink. */
export function inked({ width, pixels }: Picture): Area | undefined {
  let [left, top, right, bottom] = [width, Infinity, 0, 0];
  for (const [at, shade] of pixels.entries()) {
    if (shade >= DARK) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right === 0 ? undefined : { left, top, right, bottom };
}

/** Text of the QR codes in a picture file, in any format that zbarimg reads. */
export async function codesIn(picture: Uint8Array): Promise<string[]> {
  const read = await runOn(picture, 'zbarimg', '--nodbus', '--raw', '--quiet', '-Sdisable', '-Sqrcode.enable', '-');
  return (read?.toString() ?? '').split('\n').filter((line) => line !== '');
}
