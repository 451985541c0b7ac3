/** The parts of a GIF with one picture, from which {@link joinGif} reproduces the same bytes. */
export interface Gif {
  /** Side of the picture, pixels. */
  readonly side: number;
  /** The bytes before the compressed pixels; the last one is the size of their codes. */
  readonly head: Buffer;
  /** Bits of a pixel. */
  readonly bits: number;
  readonly stream: Buffer;
  /** The bytes after the compressed pixels. */
  readonly tail: Buffer;
}

const MAX_SIDE = 1024;
const SCREEN_END = 13;
const EXTENSION = 0x21;
const PICTURE = 0x2c;
const PICTURE_HEAD = 10;
const SUB_BLOCK = 255;

/**
 * Undefined unless it is a GIF of one square picture, not interlaced, with a global colour table (GIF89a, 17 to 27).
 */
export function splitGif(gif: Buffer): Gif | undefined {
  if (!/^GIF8[79]a$/.test(gif.toString('latin1', 0, 6))) return undefined;
  let at = SCREEN_END + coloursOf(gif);
  while (gif[at] === EXTENSION) at = subBlocks(gif, at + 2).end;
  if (gif[at] !== PICTURE || at + PICTURE_HEAD >= gif.length) return undefined;
  const [left, top, side, height] = [1, 3, 5, 7].map((field) => gif.readUInt16LE(at + field));
  if (side === undefined || side !== height || left !== 0 || top !== 0 || gif[at + 9] !== 0) return undefined;
  const start = at + PICTURE_HEAD + 1;
  const bits = gif[start - 1] ?? 0;
  if (side < 1 || side > MAX_SIDE || bits < 2 || bits > 8) return undefined;
  const { parts, end } = subBlocks(gif, start);
  return { side, bits, head: gif.subarray(0, start), stream: Buffer.concat(parts), tail: gif.subarray(end) };
}

/** Inverse of {@link splitGif} for a GIF whose blocks have the maximum length. */
export function joinGif({ head, stream, tail }: Pick<Gif, 'head' | 'stream' | 'tail'>): Buffer {
  const parts: Uint8Array[] = [head];
  for (let at = 0; at < stream.length; at += SUB_BLOCK) {
    const part = stream.subarray(at, at + SUB_BLOCK);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat([...parts, Buffer.alloc(1), tail]);
}

/** Length of the colour table, bytes. */
function coloursOf(head: Buffer): number {
  const packed = head[10] ?? 0;
  return (packed & 0x80) === 0 ? 0 : 3 << ((packed & 7) + 1);
}

/** The sub-blocks from `from` on, each after its length, up to an empty one or the end of the file. */
function subBlocks(bytes: Buffer, from: number): { readonly parts: Buffer[]; readonly end: number } {
  const parts: Buffer[] = [];
  let at = from;
  for (;;) {
    const length = bytes[at] ?? 0;
    if (length === 0) return { parts, end: at + 1 };
    parts.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
}

/**
 * The colours as differences from their neighbours (as PNG's filter `Sub`), so that a grey scale deflates to almost
 * nothing.
 */
export function encodeColourDeltas(head: Buffer): Buffer {
  const bytes = Buffer.from(head);
  for (const at of laterColours(head)) bytes[at] = (head[at] ?? 0) - (head[at - 3] ?? 0);
  return bytes;
}

/** Inverse of {@link encodeColourDeltas}. */
export function decodeColourDeltas(head: Buffer): Buffer {
  const bytes = Buffer.from(head);
  for (const at of laterColours(head)) bytes[at] = (bytes[at] ?? 0) + (bytes[at - 3] ?? 0);
  return bytes;
}

/** Positions of all colours but the first. */
function laterColours(head: Buffer): number[] {
  const end = Math.min(head.length, SCREEN_END + coloursOf(head));
  return Array.from({ length: Math.max(0, end - SCREEN_END - 3) }, (_, n) => SCREEN_END + 3 + n);
}

/**
 * The compression of a GIF (GIF89a, appendix F): variable-length LZW, the lowest bit first. Every encoder uses the
 * longest known run, so the pixels determine everything but the moment at which the table is cleared.
 */
const MAX_CODES = 4096;

/** Differences between encoders. */
export interface EncoderTraits {
  /** Number of codes in the table before it is cleared. */
  readonly fullAt: number;
  /** Bytes after the one in which the last code ends. */
  readonly spare: number;
}

interface Unpacked extends EncoderTraits {
  readonly pixels: Uint8Array;
}

/** The pixels of a stream; undefined unless it is whole and has exactly `count` of them. */
export function unpack(stream: Uint8Array, bits: number, count: number): Unpacked | undefined {
  const clear = 1 << bits;
  const end = clear + 1;
  /** For each code: the code of its run without the last pixel, that pixel, and the length of the run. */
  const before = new Uint16Array(MAX_CODES);
  const last = new Uint8Array(MAX_CODES);
  const lengths = new Uint32Array(MAX_CODES);
  for (let code = 0; code < clear; code += 1) {
    last[code] = code;
    lengths[code] = 1;
  }
  const pixels = new Uint8Array(count);
  let [at, held, heldBits, position] = [0, 0, 0, 0];
  let [width, next, previous, sinceClear] = [bits + 1, end + 1, -1, 0];
  let fullAt = MAX_CODES;
  let isOpen = false;
  for (;;) {
    while (heldBits < width) {
      if (position >= stream.length) return undefined;
      held |= (stream[position++] ?? 0) << heldBits;
      heldBits += 8;
    }
    const code = held & ((1 << width) - 1);
    held >>>= width;
    heldBits -= width;
    if (code === clear) {
      if (sinceClear > 0) fullAt = end + sinceClear;
      [width, next, previous, sinceClear] = [bits + 1, end + 1, -1, 0];
      isOpen = true;
      continue;
    }
    if (!isOpen) return undefined;
    if (code === end) return at === count ? { pixels, fullAt, spare: stream.length - position } : undefined;
    // The code that is being defined: the previous run and its own first pixel.
    const isNew = code === next && previous >= 0 && next < MAX_CODES;
    if (code > end ? !(isNew || code < next) : code >= clear) return undefined;
    const known = isNew ? previous : code;
    const length = lengths[known] ?? 0;
    if (at + length + (isNew ? 1 : 0) > count) return undefined;
    let walk = known;
    for (let to = at + length - 1; to >= at; to -= 1) {
      pixels[to] = last[walk] ?? 0;
      walk = before[walk] ?? 0;
    }
    const first = pixels[at] ?? 0;
    at += length;
    if (isNew) pixels[at++] = first;
    if (previous >= 0 && next < MAX_CODES) {
      before[next] = previous;
      last[next] = first;
      lengths[next] = (lengths[previous] ?? 0) + 1;
      next += 1;
      if (next === 1 << width && next < MAX_CODES) width += 1;
    }
    previous = code;
    sinceClear += 1;
  }
}

/** Inverse of {@link unpack} for pixels of two colours: `bitmap` has 1 for `dark` and 0 for `light`. */
export function pack(
  bitmap: Uint8Array,
  { dark, light }: { readonly dark: number; readonly light: number },
  bits: number,
  { fullAt, spare }: EncoderTraits,
): Buffer {
  const clear = 1 << bits;
  const end = clear + 1;
  /** The code of a run plus one more light or dark pixel; 0 where there is none. */
  const longer = new Uint16Array(2 * MAX_CODES);
  // A code is at least one pixel, so no stream is longer; one more code clears the table each time it is full.
  const codes = new Uint16Array(bitmap.length + Math.ceil(bitmap.length / (fullAt - end)) + 3);
  codes[0] = clear;
  let [count, next, run] = [1, end + 1, -1];
  // An indexed loop without a closure, for speed: this is the longest loop of a sale.
  for (let at = 0; at < bitmap.length; at += 1) {
    const pixel = bitmap[at] ?? 0;
    const single = pixel === 1 ? dark : light;
    const place = 2 * run + pixel;
    const known = run < 0 ? single : (longer[place] ?? 0);
    if (known > 0 || run < 0) {
      run = known;
      continue;
    }
    codes[count++] = run;
    if (next < fullAt) {
      longer[place] = next;
      next += 1;
    } else {
      codes[count++] = clear;
      longer.fill(0);
      next = end + 1;
    }
    run = single;
  }
  if (run >= 0) codes[count++] = run;
  codes[count++] = end;
  return Buffer.concat([packCodes(codes.subarray(0, count), bits), Buffer.alloc(spare)]);
}

/** The codes, each with as many bits as the table needs at that moment, the lowest bit first. */
function packCodes(codes: Uint16Array, bits: number): Buffer {
  const clear = 1 << bits;
  const bytes = Buffer.allocUnsafe(Math.ceil((codes.length * 12) / 8));
  let [size, held, heldBits, width, next] = [0, 0, 0, bits + 1, clear + 2];
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    held |= code << heldBits;
    for (heldBits += width; heldBits >= 8; heldBits -= 8, held >>>= 8) bytes[size++] = held & 0xff;
    if (code === clear) [width, next] = [bits + 1, clear + 2];
    else if (next++ === 1 << width && width < 12) width += 1;
  }
  if (heldBits > 0) bytes[size++] = held & 0xff;
  return bytes.subarray(0, size);
}
