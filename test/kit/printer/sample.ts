import { create } from 'qrcode';
import { Picture } from './picture.js';
import type { Mark } from './types.js';
import type { Type } from './typeSizes.js';

/** Pictures to be read in the tests of the readers, made without the box. */

/** A line of type. */
export function typeset(text: string, type: Type, enlarge = 1): Picture {
  const letters = Array.from(text);
  const line = new Picture(letters.length * type.width * enlarge, type.height * enlarge);
  for (const [index, letter] of letters.entries()) {
    line.burn(type.draw(letter).enlarged(enlarge, enlarge), index * type.width * enlarge, 0);
  }
  return line;
}

/** A QR code at level L without its quiet zone. */
export function qrCode(text: string, module: number): Picture {
  const { size, data } = create(text, { errorCorrectionLevel: 'L' }).modules;
  return new Picture(size, size, Uint8Array.from(data)).enlarged(module, module);
}

/** A picture as the mark that a raster command leaves. */
export function bitmapMark(picture: Picture, x: number, y: number): Mark {
  const { width, height } = picture;
  const stride = Math.ceil(width / 8);
  const bits = Buffer.alloc(stride * height);
  for (const [dot, black] of picture.dots.entries()) {
    const at = Math.floor(dot / width) * stride + ((dot % width) >> 3);
    if (black === 1) bits[at] = (bits[at] ?? 0) | (0x80 >> ((dot % width) & 7));
  }
  return { kind: 'bitmap', x, y, width, height, bits };
}

/** Pictures below each other, each at its x, `gap` dots between them. */
export function stack(width: number, parts: readonly (readonly [picture: Picture, x: number])[], gap = 0): Picture {
  const height = parts.reduce((sum, [part]) => sum + part.height + gap, 0);
  const whole = new Picture(width, height);
  let y = 0;
  for (const [part, x] of parts) {
    whole.burn(part, x, y);
    y += part.height + gap;
  }
  return whole;
}
