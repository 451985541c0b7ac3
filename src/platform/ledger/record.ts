import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Codec, i64, raw, struct, u16, u32, u8 } from './binaryCodec.js';

/**
 * A record of the log. 8-byte aligned, little endian: magic, length and CRC-32, then the head below, the index row, the
 * body, zeros up to the alignment. The CRC covers everything after itself and is seeded with the segment's number, so
 * that a copy of a record in another segment is not valid there.
 */
export const RECORD_TYPES = [
  'open',
  'result',
  'item',
  'key',
  'setting',
  'seal',
  'audit',
  'items',
  'intent',
  'abort',
  'rates',
  'job',
  'printer',
  'queued',
  'notice',
  'event',
  'profile',
  'user',
  'tablet',
] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The layout of the head is the same in all releases. */
interface RecordHead {
  /** `later`: written by a later release in an unknown form; only its head can be read. */
  readonly type: RecordType | 'later';
  /** Version of the layout of row and body. */
  readonly version: number;
  /** {@link COMPRESSED}, or 0. */
  readonly flags: number;
  /** From 1, without gaps over the whole log. */
  readonly sequence: number;
  /** Number of the start of the box that wrote it, from 1. */
  readonly epoch: number;
  /** Highest sequence known to be durable when this record was written. Missing bytes below it are damage. */
  readonly durable: number;
  /** UTC ms by the box's clock, which may be wrong; the order is by sequence. */
  readonly time: number;
  /** SHA-256 of the whole previous record; zeros in the first. */
  readonly previous: Buffer;
  readonly rowLength: number;
  readonly bodyLength: number;
}

/** The body is deflated with the segment's dictionary. */
export const COMPRESSED = 1;
const RECORD_VERSION = 1;
export const HASH_BYTES = 32;

const MAGIC = 0x3152424b;
const MAGIC_TEXT = 'KBR1';
const PREFIX = 12;
const ALIGN = 8;

const type: Codec<RecordHead['type']> = {
  size: () => 1,
  write: (buffer, at, value) => u8.write(buffer, at, value === 'later' ? -1 : RECORD_TYPES.indexOf(value)),
  read: (buffer, at) => RECORD_TYPES[u8.read(buffer, at)] ?? 'later',
};

const head: Codec<RecordHead> = struct<RecordHead>({
  type,
  version: u16,
  flags: u16,
  sequence: i64,
  epoch: u32,
  durable: i64,
  time: i64,
  previous: raw(HASH_BYTES),
  rowLength: u32,
  bodyLength: u32,
});

const HEAD_BYTES = 1 + 2 + 2 + 8 + 4 + 8 + 8 + HASH_BYTES + 4 + 4;

/** Smallest possible record. */
export const MIN_RECORD = align(PREFIX + HEAD_BYTES);

export interface DecodedRecord {
  readonly head: RecordHead;
  readonly row: Buffer;
  readonly body: Buffer;
  /** Whole length in the segment, bytes. */
  readonly length: number;
  readonly hash: Buffer;
}

function align(length: number): number {
  return Math.ceil(length / ALIGN) * ALIGN;
}

export function recordHash(record: Uint8Array): Buffer {
  // Via a string, which takes two thirds of the time of a hash that Node returns as a buffer.
  return Buffer.from(hash('sha256', record, 'binary'), 'latin1');
}

/** The bytes of a record for segment `segment`. */
export function encodeRecord(
  segment: number,
  fields: Omit<RecordHead, 'rowLength' | 'bodyLength' | 'version'>,
  row: Uint8Array,
  body: Uint8Array,
): Buffer {
  const filled = PREFIX + HEAD_BYTES + row.length + body.length;
  const buffer = Buffer.allocUnsafe(align(filled)).fill(0, filled);
  buffer.writeUInt32LE(MAGIC, 0);
  buffer.writeUInt32LE(buffer.length, 4);
  const end = head.write(buffer, PREFIX, {
    ...fields,
    version: RECORD_VERSION,
    rowLength: row.length,
    bodyLength: body.length,
  });
  buffer.set(row, end);
  buffer.set(body, end + row.length);
  buffer.writeUInt32LE(crc32(buffer.subarray(PREFIX), segment), 8);
  return buffer;
}

/** The first bytes of a record in a copy for auditors when only its head is included: `KBW1`. */
const WITHHELD_MAGIC = 0x3157424b;

/** Offsets of the previous record's hash and of the lengths of row and body in the head. */
const PREVIOUS_AT = 45;
const LENGTHS_AT = PREVIOUS_AT + HASH_BYTES;

/**
 * The replacement of a record in a copy for auditors: of the same length and with the same head, except for two
 * members. The hash of the previous record is replaced by the record's own hash, and row and body have length zero.
 */
export function withheldRecord(segment: number, record: Buffer): Buffer {
  const buffer = Buffer.alloc(record.length);
  record.copy(buffer, 0, 0, LENGTHS_AT);
  buffer.writeUInt32LE(WITHHELD_MAGIC, 0);
  recordHash(record).copy(buffer, PREVIOUS_AT);
  buffer.writeUInt32LE(crc32(buffer.subarray(PREFIX), segment), 8);
  return buffer;
}

/**
 * Length of the record that begins at `at`, by magic and length alone; 0 when there is none. The record may still be
 * torn; {@link decodeRecord} checks it.
 */
export function recordLength(buffer: Buffer, at: number): number {
  if (at + PREFIX > buffer.length || buffer.readUInt32LE(at) !== MAGIC) return 0;
  const length = buffer.readUInt32LE(at + 4);
  return length >= MIN_RECORD && length % ALIGN === 0 ? length : 0;
}

/** Type of the record that begins at `at`, which has a {@link recordLength}. */
export function recordType(buffer: Uint8Array, at: number): RecordType | undefined {
  return RECORD_TYPES[buffer[at + PREFIX] ?? RECORD_TYPES.length];
}

/** The first aligned offset from `at` on where a record may begin; -1 when there is none. The buffer begins aligned. */
export function nextRecord(buffer: Buffer, at: number): number {
  let found = buffer.indexOf(MAGIC_TEXT, at, 'latin1');
  while (found >= 0 && found % ALIGN !== 0) found = buffer.indexOf(MAGIC_TEXT, found + 1, 'latin1');
  return found;
}

/** A record whose hash is not computed; hashing costs more than all the rest of reading. */
export interface UnhashedRecord extends Omit<DecodedRecord, 'hash'> {
  /** Bytes of the whole record. */
  readonly bytes: Buffer;
}

/** The record at `at`; undefined when the bytes there are not a whole record of this segment. */
export function decodeUnhashed(buffer: Buffer, at: number, segment: number): UnhashedRecord | undefined {
  const length = recordLength(buffer, at);
  if (length === 0 || at + length > buffer.length) return undefined;
  const bytes = buffer.subarray(at, at + length);
  if (bytes.readUInt32LE(8) !== crc32(bytes.subarray(PREFIX), segment)) return undefined;
  const cursor = { position: PREFIX };
  const fields = head.read(bytes, cursor);
  const rowEnd = cursor.position + fields.rowLength;
  const bodyEnd = rowEnd + fields.bodyLength;
  if (bodyEnd > length) return undefined;
  const isKnown = fields.version === RECORD_VERSION && fields.flags <= COMPRESSED;
  return {
    head: isKnown ? fields : { ...fields, type: 'later' },
    row: bytes.subarray(cursor.position, rowEnd),
    body: bytes.subarray(rowEnd, bodyEnd),
    length,
    bytes,
  };
}

/** As {@link decodeUnhashed}, with the hash. */
export function decodeRecord(buffer: Buffer, at: number, segment: number): DecodedRecord | undefined {
  const found = decodeUnhashed(buffer, at, segment);
  if (found === undefined) return undefined;
  const { bytes, ...record } = found;
  return { ...record, hash: recordHash(bytes) };
}

/**
 * The newest record format that this program reads. It is raised when an older program could not read what this one
 * writes. The update bundle carries it as `data-format`, so that an older program is refused before installation.
 */
export const DATA_FORMAT = 1;
