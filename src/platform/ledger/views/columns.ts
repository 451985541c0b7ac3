import {
  type Environment,
  ENVIRONMENTS,
  INVOICE_TYPES,
  type InvoiceType,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../../contract/index.js';

/** Initial number of rows; a segment has some 7,000 receipts. */
const FIRST_ROOM = 32;

/** Integers from 0 to 2^32 - 1, one per row, contiguous in memory, so that a query over all rows is fast. */
export class Column {
  private constructor(
    private values: Uint32Array,
    private used: number,
  ) {}

  static empty(): Column {
    return new Column(new Uint32Array(FIRST_ROOM), 0);
  }

  /** Inverse of {@link bytes}; copies, because the bytes may be unaligned. Throws RangeError on half a number. */
  static from(bytes: Uint8Array): Column {
    const values = new Uint32Array(new Uint8Array(bytes).buffer);
    return new Column(values, values.length);
  }

  get length(): number {
    return this.used;
  }

  push(value: number): void {
    if (this.used === this.values.length) {
      const larger = new Uint32Array(Math.max(FIRST_ROOM, this.used * 2));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.used] = value;
    this.used += 1;
  }

  /** The value of a row; 0 for a missing row. */
  at(row: number): number {
    return row < this.used ? (this.values[row] ?? 0) : 0;
  }

  /** The first row from `from` on that has this value, or -1. */
  find(value: number, from: number): number {
    return this.all.indexOf(value, from);
  }

  /** All values in order of the rows; the array is valid until the next row is added. */
  get all(): Uint32Array {
    return this.values.subarray(0, this.used);
  }

  /** The values in the byte order of the machine, little endian on all hardware of the box; not a copy. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.values.buffer, 0, this.used * Uint32Array.BYTES_PER_ELEMENT);
  }
}

/** Initial bytes for keys; a number or an idempotency key has some 30 bytes. */
const FIRST_BYTES = FIRST_ROOM * 32;
/** Maximum bytes of UTF-8 per character of a JavaScript text. */
const WIDEST = 3;

/**
 * One key per row, found by its 32-bit hash and then by its bytes. A tree or hash table is not worth the memory for the
 * few rows of a segment: comparing all hashes takes microseconds.
 */
export class KeyColumn {
  private constructor(
    private readonly hashes: Column,
    /** Where the key of each row ends in `bytes`; it begins where the previous key ends. */
    private readonly ends: Column,
    private bytes: Buffer,
  ) {}

  static empty(): KeyColumn {
    return new KeyColumn(Column.empty(), Column.empty(), Buffer.alloc(FIRST_BYTES));
  }

  /** Inverse of {@link parts}. Throws RangeError on parts that do not belong to one column. */
  static from(hashes: Uint8Array, ends: Uint8Array, bytes: Uint8Array): KeyColumn {
    const column = new KeyColumn(Column.from(hashes), Column.from(ends), Buffer.from(bytes));
    const last = column.ends.at(column.length - 1);
    if (column.hashes.length !== column.length || last !== bytes.length)
      throw new RangeError('a column of uneven parts');
    return column;
  }

  /** Number of rows. */
  get length(): number {
    return this.ends.length;
  }

  /** Adds the key of the next row: an id as bytes, or a text; null or empty for no key. */
  push(key: Uint8Array | string | null): void {
    const start = this.ends.at(this.ends.length - 1);
    let end = start;
    if (typeof key === 'string') {
      this.makeRoom(start + key.length * WIDEST);
      end += this.bytes.write(key, start);
    } else if (key !== null) {
      this.makeRoom(start + key.length);
      this.bytes.set(key, start);
      end += key.length;
    }
    this.ends.push(end);
    this.hashes.push(end === start ? 0 : hashOf(this.bytes, start, end));
  }

  /** The rows of a key, in order. */
  *rowsOf(key: Uint8Array | string): Generator<number> {
    const wanted = typeof key === 'string' ? Buffer.from(key) : key;
    if (wanted.length === 0) return;
    const hash = hashOf(wanted, 0, wanted.length);
    for (let row = this.hashes.find(hash, 0); row >= 0; row = this.hashes.find(hash, row + 1)) {
      if (this.keyOf(row).equals(wanted)) yield row;
    }
  }

  /** The key of a row; empty for no key. */
  keyOf(row: number): Buffer {
    return this.bytes.subarray(this.ends.at(row - 1), this.ends.at(row));
  }

  /** The hash of each row that has a key. */
  *keyHashes(): Generator<number> {
    for (let row = 0; row < this.ends.length; row += 1) {
      if (this.ends.at(row) > this.ends.at(row - 1)) yield this.hashes.at(row);
    }
  }

  get parts(): [hashes: Uint8Array, ends: Uint8Array, bytes: Uint8Array] {
    return [this.hashes.bytes, this.ends.bytes, this.bytes.subarray(0, this.ends.at(this.ends.length - 1))];
  }

  private makeRoom(length: number): void {
    if (length <= this.bytes.length) return;
    const larger = Buffer.alloc(length * 2);
    this.bytes.copy(larger);
    this.bytes = larger;
  }
}

/** FNV-1a of 32 bits and the finalizer of MurmurHash3, so that every bit of a key affects every bit of its hash. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return mixed(hash);
}

/** The finalizer of MurmurHash3: every bit of the number affects every bit of the result. */
export function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The columns of a receipt's row, one part each. A sequence and a total (para) may need more than 32 bits. */
export const COLUMNS = [
  ...(['sequenceHigh', 'sequenceLow', 'offset', 'length', 'kind', 'day', 'totalCounter'] as const),
  ...(['totalHigh', 'totalLow'] as const),
];
/** Texts that many receipts of a segment share. */
export const TEXTS = ['jid', 'cashier', 'buyer'] as const;
/** The keys by which a receipt is looked up. */
export const KEYS = ['uuid', 'number', 'request', 'referent'] as const;
export type KeyName = (typeof KEYS)[number];

const PARTS_OF_TEXT = 2;
const PARTS_OF_KEY = 3;

/** Where the parts of a column of texts begin in a saved index: the texts, and the index of the text of each row. */
export function partOfText(text: number): number {
  return COLUMNS.length + text * PARTS_OF_TEXT;
}

/** Where the parts of a column of keys begin: the hash of each row, where the key of each row ends, and the keys. */
export function partOfKey(key: number): number {
  return partOfText(TEXTS.length) + key * PARTS_OF_KEY;
}

/** One text per row, with few distinct ones in a segment: JIDs, cashiers, buyers. Each is stored once. */
export class TextColumn {
  /** Positions in `texts`, created when the first row is added; a loaded index never grows. */
  private places: Map<string, number> | undefined;

  private constructor(
    private readonly texts: string[],
    private readonly rows: Column,
  ) {}

  static empty(): TextColumn {
    return new TextColumn([], Column.empty());
  }

  /** Inverse of {@link parts}. Throws SyntaxError or RangeError on parts that do not belong to one column. */
  static from(texts: Uint8Array, rows: Uint8Array): TextColumn {
    return new TextColumn(JSON.parse(Buffer.from(texts).toString()) as string[], Column.from(rows));
  }

  get length(): number {
    return this.rows.length;
  }

  /** The distinct texts, in order of first appearance. */
  get distinct(): readonly string[] {
    return this.texts;
  }

  push(text: string): void {
    this.places ??= new Map(this.texts.map((known, place) => [known, place]));
    const place = this.places.get(text) ?? this.texts.push(text) - 1;
    this.places.set(text, place);
    this.rows.push(place);
  }

  /** Index of a text in {@link distinct}; -1 when no row has it. */
  placeOf(text: string): number {
    return this.texts.indexOf(text);
  }

  /** Index of the text of a row. */
  at(row: number): number {
    return this.rows.at(row);
  }

  /** The hash of each distinct text except the empty one, which means none. */
  keyHashes(): number[] {
    return this.texts
      .filter((text) => text !== '')
      .map((text) => hashOf(Buffer.from(text), 0, Buffer.byteLength(text)));
  }

  get parts(): [texts: Uint8Array, rows: Uint8Array] {
    return [Buffer.from(JSON.stringify(this.texts)), this.rows.bytes];
  }
}

/** Environment, type of receipt and type of transaction as one number, 8 bits each. */
export function kindOf(environment: Environment, type: InvoiceType, transaction: TransactionType): number {
  const [first, second] = [ENVIRONMENTS.indexOf(environment), INVOICE_TYPES.indexOf(type)];
  return (first << 16) | (second << 8) | TRANSACTION_TYPES.indexOf(transaction);
}

export function environmentOf(kind: number): Environment {
  return ENVIRONMENTS[kind >> 16] ?? 'sandbox';
}

export function typeOf(kind: number): InvoiceType {
  return INVOICE_TYPES[(kind >> 8) & 0xff] ?? 'Normal';
}
