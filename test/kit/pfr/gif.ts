/** A GIF of one picture (GIF89a) of 256 greys, compressed as any encoder does: a long link's QR code takes about 11 KB. */
export function gifOf(pixels: Buffer, side: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const greys = Buffer.from(Array.from({ length: COLOURS }, (_, grey) => [grey, grey, grey]).flat());
  const stream = lzw(pixels);
  const blocks = Array.from({ length: Math.ceil(stream.length / BLOCK) }, (_, n) => {
    const block = stream.subarray(n * BLOCK, (n + 1) * BLOCK);
    return Buffer.concat([Buffer.from([block.length]), block]);
  });
  return Buffer.concat([
    ...[Buffer.from('GIF89a'), size, Buffer.from([0xf7, 0, 0]), greys],
    ...[Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, PIXEL_BITS])],
    ...[...blocks, Buffer.from([0, 0x3b])],
  ]);
}

const PIXEL_BITS = 8;
const COLOURS = 1 << PIXEL_BITS;
const CLEAR = COLOURS;
const END = COLOURS + 1;
/** A table of codes of 12 bits is full: it is emptied, and begins anew. */
const FULL = 4096;
const BLOCK = 255;

/** GIF89a, appendix F: variable-length LZW, the lowest bit first. */
function lzw(pixels: Buffer): Buffer {
  const bytes: number[] = [];
  /** The code of a known run and one more pixel, 0 without one. */
  const table = new Uint16Array(FULL << PIXEL_BITS);
  let [next, bits, held, heldBits] = [END + 1, PIXEL_BITS + 1, 0, 0];
  const put = (code: number): void => {
    held |= code << heldBits;
    for (heldBits += bits; heldBits >= 8; heldBits -= 8, held >>>= 8) bytes.push(held & 0xff);
  };
  put(CLEAR);
  let run = -1;
  for (const pixel of pixels) {
    const longer = (run << PIXEL_BITS) | pixel;
    const known = run < 0 ? pixel : (table[longer] ?? 0);
    if (run < 0 || known > 0) {
      run = known;
      continue;
    }
    put(run);
    if (next < FULL) {
      table[longer] = next;
      if (next === 1 << bits) bits += 1;
      next += 1;
    } else {
      put(CLEAR);
      table.fill(0);
      [next, bits] = [END + 1, PIXEL_BITS + 1];
    }
    run = pixel;
  }
  put(run);
  put(END);
  bytes.push(held & 0xff);
  return Buffer.from(bytes);
}
