import { crc32, deflateSync } from 'node:zlib';
import { qrCodeOf, QUIET_MODULES } from '../../../src/paper/journal/qrCode.js';
import { gifOf } from './gif.js';

/** A picture of two colours: rows of 0 (white) and 1 (black). */
type Bitmap = readonly Buffer[];

/** A processor draws a module of its GIF as a square of so many pixels, and leaves the quiet zone to the till. */
const GIF_MODULE = 4;

/** The QR code of a link as the tax authority's own processors draw it: 388 pixels wide for the usual 97 modules. */
export function qrGif(url: string): Buffer {
  const rows = bitmapOf(url, 0);
  const side = rows.length * GIF_MODULE;
  const pixels = Buffer.alloc(side * side, 0xff);
  rows.forEach((row, y) => {
    row.forEach((module, x) => {
      if (module === 0) return;
      for (let line = 0; line < GIF_MODULE; line += 1) {
        const at = (y * GIF_MODULE + line) * side + x * GIF_MODULE;
        pixels.fill(0, at, at + GIF_MODULE);
      }
    });
  });
  return gifOf(pixels, side);
}

/** The same as a PNG (RFC 2083) of 8-bit greys, a pixel per module, with its quiet zone. */
export function qrPng(url: string): Buffer {
  const rows = bitmapOf(url, QUIET_MODULES);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows.length, 0);
  header.writeUInt32BE(rows.length, 4);
  header.writeUInt8(8, 8);
  const pixels = rows.map((row) => Buffer.concat([Buffer.from([0]), row.map((pixel) => (pixel === 0 ? 255 : 0))]));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(pixels))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function bitmapOf(url: string, quietModules: number): Bitmap {
  const code = qrCodeOf(url);
  if (code === null) throw new RangeError('no QR code holds this link');
  const side = code.size + 2 * quietModules;
  const quiet = Array.from({ length: quietModules }, () => Buffer.alloc(side));
  const rows = code.rows.map((text) => {
    const row = Buffer.alloc(side);
    Array.from(text).forEach((module, x) => row.writeUInt8(module === '#' ? 1 : 0, quietModules + x));
    return row;
  });
  return [...quiet, ...rows, ...quiet];
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
