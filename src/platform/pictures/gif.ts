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
