import type { Font } from './font.js';

/**
 * A black and white picture in the format of `GS v 0`: rows of whole bytes, the leftmost dot in the highest bit, black
 * is 1.
 */
export class Bitmap {
  /** Bytes of a row. */
  readonly stride: number;
  readonly bytes: Buffer;

  /** Creates a white bitmap. */
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.stride = Math.ceil(width / 8);
    this.bytes = Buffer.alloc(this.stride * height);
  }

  isBlack(x: number, y: number): boolean {
    return ((this.bytes[y * this.stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  }

  /** Makes one dot black; ignored outside of the bitmap. */
  blacken(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    this.#merge(y * this.stride + (x >> 3), 0x80 >> (x & 7));
  }

  /** Copies one row of this bitmap to another. */
  copyRow(from: number, to: number): void {
    this.bytes.copyWithin(to * this.stride, from * this.stride, (from + 1) * this.stride);
  }

  /**
   * Draws text of a fixed pitch, one cell per character. `left` and `top` are the upper left corner of the first cell.
   * All of it must fit.
   */
  write(text: string, font: Font, left: number, top: number): void {
    let x = left;
    for (const character of text) {
      if (character !== ' ') font.glyph(character).forEach((dots, row) => this.#draw(dots, x, top + row));
      x += font.width;
    }
  }

  /** Draws a black box, clipped to the bitmap. */
  fill(left: number, top: number, width: number, height: number): void {
    for (let y = top; y < top + height; y += 1) for (let x = left; x < left + width; x += 1) this.blacken(x, y);
  }

  /** Draws another bitmap at row `top`, `left` dots from the left edge. All of it must fit. */
  put(other: Bitmap, top: number, left = 0): void {
    const [bytes, bits] = [left >> 3, left & 7];
    for (let y = 0; y < other.height; y += 1) {
      const row = other.bytes.subarray(y * other.stride, (y + 1) * other.stride);
      row.forEach((dots, index) => {
        const at = (top + y) * this.stride + bytes + index;
        this.#merge(at, dots >> bits);
        this.#merge(at + 1, (dots << (8 - bits)) & 0xff);
      });
    }
  }

  /** Number of bytes of a row up to its last black dot. */
  used(y: number): number {
    let end = (y + 1) * this.stride;
    while (end > y * this.stride && this.bytes[end - 1] === 0) end -= 1;
    return end - y * this.stride;
  }

  /** `dots` are 32 dots, the leftmost in the highest bit. */
  #draw(dots: number, x: number, y: number): void {
    const at = y * this.stride + (x >> 3);
    const shifted = dots >>> (x & 7);
    for (let byte = 0; byte < 4; byte += 1) this.#merge(at + byte, (shifted >>> (24 - 8 * byte)) & 0xff);
    this.#merge(at + 4, (dots << (8 - (x & 7))) & 0xff);
  }

  #merge(at: number, dots: number): void {
    if (dots !== 0) this.bytes[at] = (this.bytes[at] ?? 0) | dots;
  }
}
