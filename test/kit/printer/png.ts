import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from './picture.js';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const METRES_PER_INCH = 0.0254;

/** A PNG (ISO/IEC 15948) in greyscale of one bit, with the density in it: who reads it can measure in millimetres. */
export function writePng({ width, height, dots }: Picture, dpi: number): Buffer {
  const stride = 1 + Math.ceil(width / 8);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    // Byte 0 of a row names its filter: none. Sample 0 is black.
    const row = rows.subarray(y * stride + 1, (y + 1) * stride).fill(0xff);
    for (let x = 0; x < width; x += 1) {
      if (dots[y * width + x] === 1) row[x >> 3] = (row[x >> 3] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const density = Buffer.alloc(9);
  const perMetre = Math.round(dpi / METRES_PER_INCH);
  density.writeUInt32BE(perMetre, 0);
  density.writeUInt32BE(perMetre, 4);
  density.writeUInt8(1, 8);
  const chunks = [chunk('IHDR', header), chunk('pHYs', density), chunk('IDAT', deflateSync(rows)), chunk('IEND')];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}
