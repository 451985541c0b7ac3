/** A picture in black and white, one byte a dot: 1 is black. x to the right and y down, from the upper left corner. */
export class Picture {
  readonly dots: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    dots?: Uint8Array,
  ) {
    this.dots = dots ?? new Uint8Array(width * height);
    if (this.dots.length !== width * height)
      throw new RangeError(`${this.dots.length} dots are not ${width}×${height}`);
  }

  /** Rows of ceil(width / 8) bytes, most significant bit left, as printers and PNG have them. */
  static unpacked(width: number, height: number, bits: Uint8Array): Picture {
    const picture = new Picture(width, height);
    const stride = Math.ceil(width / 8);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        picture.dots[y * width + x] = ((bits[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      }
    }
    return picture;
  }

  /** Whether a dot is black; beside the picture all is white. */
  isBlack(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && this.dots[y * this.width + x] === 1;
  }

  /** Blackens what is black in `other`, its upper left corner put at x, y. A head burns twice, it never whitens. */
  burn(other: Picture, x: number, y: number): void {
    for (let row = 0; row < other.height; row += 1) {
      for (let column = 0; column < other.width; column += 1) {
        if (other.isBlack(column, row) && x + column < this.width && y + row < this.height) {
          this.dots[(y + row) * this.width + x + column] = 1;
        }
      }
    }
  }

  /** Each dot as a rectangle of `across` × `down` dots, as printers enlarge their letters. */
  enlarged(across: number, down: number): Picture {
    const large = new Picture(this.width * across, this.height * down);
    for (let y = 0; y < large.height; y += 1) {
      for (let x = 0; x < large.width; x += 1) {
        large.dots[y * large.width + x] = Number(this.isBlack(Math.floor(x / across), Math.floor(y / down)));
      }
    }
    return large;
  }

  /** The picture with an area made white. */
  without(area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }): Picture {
    const rest = new Picture(this.width, this.height, this.dots.slice());
    for (let y = area.y; y < area.y + area.height; y += 1) {
      rest.dots.fill(0, y * this.width + area.x, y * this.width + area.x + area.width);
    }
    return rest;
  }
}
