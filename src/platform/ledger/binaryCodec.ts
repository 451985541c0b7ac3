/**
 * Binary layouts, each declared once for reading and writing. Little endian; integers are safe JavaScript numbers; a
 * text is a length and UTF-8; a list is a count and its elements.
 */
export interface Codec<T> {
  /** Encoded size of `value`, bytes. */
  size(value: T): number;
  /** Writes at `at`, returns the next free position. */
  write(buffer: Buffer, at: number, value: T): number;
  /** Reads at `at.position` and advances it. Throws RangeError on a short buffer. */
  read(buffer: Buffer, at: Cursor): T;
}

interface Cursor {
  position: number;
}

function fixed<T>(bytes: number, write: (b: Buffer, at: number, v: T) => void, read: (b: Buffer, at: number) => T) {
  const codec: Codec<T> = {
    size: () => bytes,
    write(buffer, at, value) {
      write(buffer, at, value);
      return at + bytes;
    },
    read(buffer, at) {
      const value = read(buffer, at.position);
      at.position += bytes;
      return value;
    },
  };
  return codec;
}

export const u8 = fixed<number>(
  1,
  (b, at, v) => b.writeUInt8(v, at),
  (b, at) => b.readUInt8(at),
);
export const u16 = fixed<number>(
  2,
  (b, at, v) => b.writeUInt16LE(v, at),
  (b, at) => b.readUInt16LE(at),
);
export const u32 = fixed<number>(
  4,
  (b, at, v) => b.writeUInt32LE(v, at),
  (b, at) => b.readUInt32LE(at),
);
/** An integer of 8 bytes, two's complement, within ±2^53. */
export const i64 = fixed<number>(
  8,
  (b, at, v) => b.writeBigInt64LE(BigInt(v), at),
  (b, at) => b.readInt32LE(at + 4) * 2 ** 32 + b.readUInt32LE(at),
);

/** Exactly `length` raw bytes. The value that is read is a view of the buffer, not a copy. */
export function raw(length: number): Codec<Buffer> {
  return fixed<Buffer>(
    length,
    (b, at, v) => {
      if (v.length !== length) throw new RangeError(`expected ${length} bytes, got ${v.length}`);
      v.copy(b, at);
    },
    (b, at) => {
      if (at + length > b.length) throw new RangeError('short buffer');
      return b.subarray(at, at + length);
    },
  );
}

/** A member that a later release added at the end of a layout. Null takes no bytes, so older records stay readable. */
export function trailing<T>(codec: Codec<T>): Codec<T | null> {
  return {
    size: (value) => (value === null ? 0 : codec.size(value)),
    write: (buffer, at, value) => (value === null ? at : codec.write(buffer, at, value)),
    read: (buffer, at) => (at.position >= buffer.length ? null : codec.read(buffer, at)),
  };
}

/** UTF-8 of at most 65,535 bytes, after a length of two bytes. */
export const text: Codec<string> = {
  size: (value) => 2 + Buffer.byteLength(value),
  write(buffer, at, value) {
    const length = buffer.write(value, at + 2);
    u16.write(buffer, at, length);
    return at + 2 + length;
  },
  read(buffer, at) {
    const length = u16.read(buffer, at);
    if (at.position + length > buffer.length) throw new RangeError('short buffer');
    const value = buffer.toString('utf8', at.position, at.position + length);
    at.position += length;
    return value;
  },
};

/** A text or null; null is encoded as the empty text. */
export const optionalText: Codec<string | null> = {
  size: (value) => text.size(value ?? ''),
  write: (buffer, at, value) => text.write(buffer, at, value ?? ''),
  read: (buffer, at) => text.read(buffer, at) || null,
};

/** One of a fixed list of words, encoded as its index in the list. */
export function oneOf<W extends string>(words: readonly W[]): Codec<W> {
  return {
    size: () => 1,
    write: (buffer, at, value) => u8.write(buffer, at, words.indexOf(value)),
    read(buffer, at) {
      const value = words[u8.read(buffer, at)];
      if (value === undefined) throw new RangeError('unknown word');
      return value;
    },
  };
}

/** At most 65,535 elements. */
export function list<T>(element: Codec<T>): Codec<readonly T[]> {
  return {
    size: (values) => values.reduce((sum, value) => sum + element.size(value), 2),
    write: (buffer, at, values) =>
      values.reduce((next, value) => element.write(buffer, next, value), u16.write(buffer, at, values.length)),
    read(buffer, at) {
      const values: T[] = [];
      for (let left = u16.read(buffer, at); left > 0; left -= 1) values.push(element.read(buffer, at));
      return values;
    },
  };
}

/** Fields in the order of declaration. */
export function struct<T extends object>(fields: { readonly [K in keyof T]: Codec<T[K]> }): Codec<T> {
  const keys = Object.keys(fields) as (keyof T)[];
  const codecs = keys.map((key) => [key, fields[key]] as const);
  // All values read begin as copies of this object, so they share one hidden class and do not grow member by member.
  const blank: Partial<T> = Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<T>;
  return {
    size: (value) => keys.reduce((sum, key) => sum + fields[key].size(value[key]), 0),
    write: (buffer, at, value) => keys.reduce((next, key) => fields[key].write(buffer, next, value[key]), at),
    read(buffer, at) {
      const value = { ...blank };
      for (const [key, codec] of codecs) value[key] = codec.read(buffer, at);
      return value as T;
    },
  };
}
