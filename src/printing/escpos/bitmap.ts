import type { Font } from './font.js';

/** Dots in rows of whole bytes, the leftmost in the highest bit, black is 1: as `GS v 0` takes them. */
export class Bitmap {
  /** Bytes of a row. */
  readonly stride: number;
  readonly bytes: Buffer;

  /** All white. */
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

  /** Makes one dot black; outside of the bitmap nothing. */
  blacken(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    this.#merge(y * this.stride + (x >> 3), 0x80 >> (x & 7));
  }

  /** Copies one row of this bitmap to another. */
  copyRow(from: number, to: number): void {
    this.bytes.copyWithin(to * this.stride, from * this.stride, (from + 1) * this.stride);
  }

  /** Draws text of a fixed pitch, one cell per character, the upper left corner of the first at this dot; all must fit. */
  write(text: string, font: Font, left: number, top: number): void {
    let x = left;
    for (const character of text) {
      if (character !== ' ') font.glyph(character).forEach((dots, row) => this.#draw(dots, x, top + row));
      x += font.width;
    }
  }

  /** Twice as wide and twice as high. */
  doubled(): Bitmap {
    const twice = new Bitmap(2 * this.width, 2 * this.height);
    for (let y = 0; y < this.height; y += 1) {
      for (let x = 0; x < this.width; x += 1) {
        if (!this.isBlack(x, y)) continue;
        twice.blacken(2 * x, 2 * y);
        twice.blacken(2 * x + 1, 2 * y);
      }
      twice.copyRow(2 * y, 2 * y + 1);
    }
    return twice;
  }

  /** Bytes of a row up to its last black dot. */
  used(y: number): number {
    let end = (y + 1) * this.stride;
    while (end > y * this.stride && this.bytes[end - 1] === 0) end -= 1;
    return end - y * this.stride;
  }

  /** 16 dots, the leftmost in the highest bit. */
  #draw(dots: number, x: number, y: number): void {
    const shifted = dots << (8 - (x & 7));
    const at = y * this.stride + (x >> 3);
    this.#merge(at, shifted >> 16);
    this.#merge(at + 1, (shifted >> 8) & 0xff);
    this.#merge(at + 2, shifted & 0xff);
  }

  #merge(at: number, dots: number): void {
    if (dots !== 0) this.bytes[at] = (this.bytes[at] ?? 0) | dots;
  }
}
