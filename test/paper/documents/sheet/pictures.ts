import { deflateSync, inflateSync } from 'node:zlib';
import { runOn } from './texts.js';

/** A gray picture: one byte to a pixel, 0 is black. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** One page of a PDF as a binary PGM; pages count from 1. */
export function pagePgm(pdf: Uint8Array, page: number, dpi: number): Buffer {
  const one = ['-f', String(page), '-l', String(page), '-singlefile'];
  return runOn(pdf, 'pdftoppm', ['-r', String(dpi), '-gray', ...one, 'FILE']);
}

export function page(pdf: Uint8Array, number: number, dpi: number): Picture {
  const pgm = pagePgm(pdf, number, dpi);
  const [head = '', width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(pgm.toString('latin1', 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), pixels: pgm.subarray(head.length) };
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** 8 bits of gray, deflate, not interlaced. */
const FORMAT = [8, 0, 0, 0, 0];

/** A PNG (clauses 5 and 11 of its specification) without row filters, in 8 steps of gray to be small. */
export function writePng({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    const row = pixels
      .subarray(y * width, (y + 1) * width)
      .map((pixel) => Math.round((Math.round((pixel / 255) * 7) / 7) * 255));
    rows.set(row, y * (width + 1) + 1);
  }
  return encodePng({ width, height, colourType: 0 }, deflateSync(rows, { level: 9 }));
}

interface PngHead {
  readonly width: number;
  readonly height: number;
  /** 0: gray; 3: by the palette. */
  readonly colourType: 0 | 3;
}

/** The file around rows of one byte to a pixel. */
export function encodePng({ width, height, colourType }: PngHead, rows: Buffer, palette?: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const [depth = 0, , ...rest] = FORMAT;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, Buffer.from([depth, colourType, ...rest])])),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Reads what {@link writePng} wrote. */
export function readPng(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (!png.subarray(24, 29).equals(Buffer.from(FORMAT))) throw new Error('not an 8-bit gray PNG');
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) {
    if (rows[y * (width + 1)] !== 0) throw new Error('filtered rows');
    pixels.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width);
  }
  return { width, height, pixels };
}

/**
 * Part of the pixels that differ clearly, 0 to 1. A pixel counts only when nothing like it lies beside it either, so
 * that another version's smoothing of the same letters is no difference.
 */
export function difference(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let y = 1; y < a.height - 1; y++) {
    for (let x = 1; x < a.width - 1; x++) {
      if (unlike(a, b, x, y) || unlike(b, a, x, y)) different += 1;
    }
  }
  return different / (a.width * a.height);
}

function unlike(a: Picture, b: Picture, x: number, y: number): boolean {
  const value = a.pixels[y * a.width + x]!;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (Math.abs(b.pixels[(y + dy) * a.width + x + dx]! - value) < 80) return false;
    }
  }
  return true;
}

/** Place of the object with ink in every row and column: the QR code. Pixels from the upper left. */
export function densest({ width, height, pixels }: Picture): { x: number; y: number; width: number; height: number } {
  const dark = (x: number, y: number): number => (pixels[y * width + x]! < 128 ? 1 : 0);
  // The lines of the frame alone are four pixels at most.
  const rows = Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let x = 0; x < width; x++) count += dark(x, y);
    return count > 6;
  });
  const [y, rowCount] = longestRun(rows);
  const columns = Array.from({ length: width }, (_, x) => {
    for (let row = y; row < y + rowCount; row++) if (dark(x, row) === 1) return true;
    return false;
  });
  const [x, columnCount] = longestRun(columns);
  return { x, y, width: columnCount, height: rowCount };
}

function longestRun(flags: readonly boolean[]): [start: number, length: number] {
  let best: [number, number] = [0, 0];
  let start = 0;
  for (const [at, flag] of flags.entries()) {
    if (!flag) start = at + 1;
    else if (at + 1 - start > best[1]) best = [start, at + 1 - start];
  }
  return best;
}
