import type { Random } from '../kit/random.js';
import { anything, mutated } from './values.js';

/** Largest input, bytes. */
export const MAX_INPUT = 1024 * 1024;
/** Most that one repetition adds, bytes. */
const MAX_REPEATED = 128 * 1024;
const MAX_DEPTH = 20_000;

/** Where numbers of 1, 2, 4 and 8 bytes change their sign or their length. */
const BORDERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const NUMBERS = [
  ...['0', '-0', '-1', '00', '1e999', '1e-999', '0x10', '2147483648', '4294967296', '9007199254740993'],
  ...['18446744073709551616', '0.1', '.5', '5.', '1,5', 'NaN', '٣', '９', '9'.repeat(400)],
];
/** Signs and pieces that stand for something in one of the languages that are read here, or in Unicode. */
const PIECES = [
  ...[
    '\0',
    '\r\n',
    '\n',
    '\r',
    '\t',
    '"',
    '""',
    "'",
    ';',
    ',',
    '=',
    '+',
    '%',
    '%00',
    '%2B',
    '%D0',
    '&',
    '?',
    '/',
    '//',
  ],
  ...['../', '\\', '{', '}', '[', ']', '<', '>', '</', '<!--', '--', '${', 'null', '__proto__', 'true', ':', 'sep=;\n'],
  ...['\ufeff', '\ufffe', '\ud800', '\u202e', '\u200b', '\u0301', '\u0301'.repeat(60), '\u2028', 'ﷺ', '😀', 'İ', 'ß'],
  ...['Ђ', 'Љ', 'đ', '\u{e0041}', '\u{10ffff}', '-----BEGIN CERTIFICATE-----', 'kasir_'],
].map((piece) => Buffer.from(piece));
/** Bytes that are no UTF-8: cut off, over-long, a surrogate, beyond the last sign. */
const BROKEN = ['80', 'c2', 'c080', 'eda080', 'f4908080', 'fe', 'ff', 'fffe', 'feff', 'efbbbf'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
const BRACKETS = [
  ['[', ']'],
  ['{"a":', '}'],
  ['(', ')'],
  ['"', '"'],
  ['0\x80', ''],
] as const;

/** Makes wrong inputs out of right ones. */
export class Mutator {
  constructor(
    private readonly random: Random,
    private readonly corpus: readonly Buffer[],
  ) {}

  next(): Buffer {
    const { random } = this;
    let bytes = random.pick(this.corpus);
    if (random.oneIn(2)) bytes = this.withOtherValues(bytes);
    for (let times = random.int(0, 4); times > 0; times -= 1) bytes = this.changed(bytes);
    return Buffer.from(bytes.subarray(0, MAX_INPUT));
  }

  /** Changes values within the JSON at the end of an input; an input without JSON is unchanged. */
  private withOtherValues(bytes: Buffer): Buffer {
    const from = bytes.findIndex((byte) => byte === 0x7b || byte === 0x5b);
    if (from < 0) return bytes;
    const value = parsed(bytes.toString('utf8', from));
    if (typeof value !== 'object' || value === null) return bytes;
    const other: unknown = this.random.oneIn(30) ? anything(this.random, 4) : mutated(this.random, value);
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(JSON.stringify(other))]);
  }

  private changed(bytes: Buffer): Buffer {
    const { random } = this;
    const at = random.int(0, bytes.length);
    const to = Math.min(bytes.length, at + random.int(1, random.oneIn(4) ? bytes.length + 1 : 16));
    const between = (...middle: readonly Buffer[]): Buffer =>
      Buffer.concat([bytes.subarray(0, at), ...middle, bytes.subarray(to)]);
    switch (random.int(1, 12)) {
      case 1:
      case 2:
        return this.flipped(bytes);
      case 3:
        return bytes.subarray(0, at);
      case 4:
        return between();
      case 5:
        return this.spliced(bytes.subarray(0, at));
      case 6:
        return between(...this.repeated(bytes.subarray(at, to)));
      case 7:
        return this.withBorder(bytes, at);
      case 8:
        return this.withNumber(bytes);
      case 9:
        return between(random.pick(random.oneIn(4) ? BROKEN : PIECES), bytes.subarray(at, to));
      case 10:
        return between(random.pick(random.oneIn(4) ? BROKEN : PIECES));
      case 11:
        return between(random.bytes(random.int(1, 16)));
      default:
        return random.oneIn(4) ? this.nested(bytes, at) : this.flipped(bytes);
    }
  }

  private flipped(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    for (let times = this.random.int(1, 4); times > 0 && copy.length > 0; times -= 1) {
      const at = this.random.int(0, copy.length - 1);
      copy[at] = (copy[at] ?? 0) ^ (1 << this.random.int(0, 7));
    }
    return copy;
  }

  /** The end of another input behind this beginning. */
  private spliced(begin: Buffer): Buffer {
    const other = this.random.pick(this.corpus);
    return Buffer.concat([begin, other.subarray(this.random.int(0, other.length))]);
  }

  private repeated(block: Buffer): Buffer[] {
    if (block.length === 0) return [];
    const most = Math.max(1, Math.floor(MAX_REPEATED / block.length));
    return Array.from({ length: this.random.int(1, this.random.oneIn(8) ? most : Math.min(most, 40)) }, () => block);
  }

  private withBorder(bytes: Buffer, at: number): Buffer {
    const { random } = this;
    const length = random.pick([1, 2, 4] as const);
    const copy = Buffer.from(bytes);
    if (at + length > copy.length) return copy;
    const value = (random.pick(BORDERS) >>> 0) % 2 ** (8 * length);
    if (random.oneIn(2)) copy.writeUIntBE(value, at, length);
    else copy.writeUIntLE(value, at, length);
    return copy;
  }

  /** Puts another number in the place of one in digits. */
  private withNumber(bytes: Buffer): Buffer {
    const { random } = this;
    const text = bytes.toString('latin1');
    const found = [...text.matchAll(/\d+(?:\.\d+)?/g)];
    if (found.length === 0) return bytes;
    const { 0: number, index } = random.pick(found);
    const other = Buffer.from(random.pick(NUMBERS));
    return Buffer.concat([bytes.subarray(0, index), other, bytes.subarray(index + number.length)]);
  }

  private nested(bytes: Buffer, at: number): Buffer {
    const [open, close] = this.random.pick(BRACKETS);
    const depth = this.random.int(1, MAX_DEPTH);
    const [begin, end] = [Buffer.from(open.repeat(depth), 'latin1'), Buffer.from(close.repeat(depth), 'latin1')];
    return Buffer.concat([bytes.subarray(0, at), begin, bytes.subarray(at), end]);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
