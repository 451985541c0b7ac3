import { type Codec, i64, raw, struct, u32, u8 } from '../binaryCodec.js';
import { recordHash, type UnhashedRecord } from '../record.js';
import type { Segment } from '../segment.js';

/** A whole record of the log with its position. Its hash is computed only if no following record has provided it. */
export class LogRecord {
  private known: Buffer | undefined;

  constructor(
    readonly segment: Segment,
    /** Bytes. */
    readonly offset: number,
    readonly record: UnhashedRecord,
  ) {}

  get sequence(): number {
    return this.record.head.sequence;
  }

  /** SHA-256 of the whole record. */
  get hash(): Buffer {
    this.known ??= recordHash(this.record.bytes);
    return this.known;
  }

  /** SHA-256 of the record before this one. */
  get previous(): Buffer {
    return this.record.head.previous;
  }

  /** Takes the hash from the next record, which contains it. */
  learnHashFrom(next: LogRecord): void {
    if (next.sequence === this.sequence + 1) this.known ??= next.previous;
  }
}

/** Bytes of a record's hash in a cursor; enough to distinguish two ledgers. */
const HASH_PREFIX = 8;
/** Used instead of a count: all events of the record were delivered. */
export const ALL_PARTS = 0xff;

/**
 * Position up to which events were delivered. The hash shows whether the ledger is still the one that delivered them.
 */
export interface EventPlace {
  /** Sequence of the record. */
  readonly sequence: number;
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
  /** The first 8 bytes of the record's SHA-256. */
  readonly hash: Buffer;
  /** Number of its events that were delivered, or {@link ALL_PARTS}. */
  readonly part: number;
}

interface StoredPlace extends EventPlace {
  readonly version: number;
}

const VERSION = 1;
const place: Codec<StoredPlace> = struct<StoredPlace>({
  version: u8,
  part: u8,
  segment: u32,
  offset: u32,
  sequence: i64,
  hash: raw(HASH_PREFIX),
});
const BYTES = 1 + 1 + 4 + 4 + 8 + HASH_PREFIX;
const TEXT = /^[A-Za-z0-9_-]{35}$/;

export function placeOf({ sequence, segment, offset, hash }: LogRecord, part: number): EventPlace {
  return { sequence, segment: segment.number, offset, hash: hash.subarray(0, HASH_PREFIX), part };
}

/** A cursor in the form that callers store: letters, digits, `-` and `_`. */
export function encodePlace(given: EventPlace): string {
  const bytes = Buffer.alloc(BYTES);
  place.write(bytes, 0, { version: VERSION, ...given });
  return bytes.toString('base64url');
}

/** Inverse of {@link encodePlace}. Undefined for a text that no release up to this one has created. */
export function decodePlace(text: string): EventPlace | undefined {
  if (!TEXT.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== BYTES || bytes[0] !== VERSION) return undefined;
  const { version: _known, ...given } = place.read(bytes, { position: 0 });
  return Number.isSafeInteger(given.sequence) && given.sequence > 0 ? given : undefined;
}
