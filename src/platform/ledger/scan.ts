import { DATA_START, type Segment } from './segment.js';
import { type DecodedRecord, decodeRecord, HASH_BYTES, MIN_RECORD, nextRecord, recordLength } from './record.js';

/** The position in the log after record `sequence`: where the next record begins and what it must continue. */
export interface Position {
  readonly segment: number;
  /** Byte offset of record `sequence` itself. */
  readonly start: number;
  /** Byte offset of the next record. */
  readonly offset: number;
  readonly sequence: number;
  readonly epoch: number;
  /** Hash of record `sequence`. */
  readonly hash: Buffer;
}

/** The position before the first record of a log. */
export function startOfLog(segment: number): Position {
  return { segment, start: DATA_START, offset: DATA_START, sequence: 0, epoch: 0, hash: Buffer.alloc(HASH_BYTES) };
}

export interface Located {
  readonly record: DecodedRecord;
  readonly segment: Segment;
  readonly offset: number;
}

/**
 * Called with each record. If it returns a promise, the next record waits for it. A promise for every record would cost
 * too much.
 */
export type RecordVisitor = (located: Located) => Promise<void> | undefined;

/** Bytes of a segment in memory at a time; a longer record increases it. */
const WINDOW = 256 * 1024;
/** Bytes in memory when a single record is read. */
const SMALL_WINDOW = 4096;

const ZEROS = Buffer.alloc(512);

/** Reads a segment forward through a sliding window. */
class Window {
  private bytes: Buffer = Buffer.alloc(0);
  private start = 0;

  constructor(
    private readonly segment: Segment,
    private readonly size = WINDOW,
  ) {}

  /** Bytes from `offset`: at least `length` of them, unless the file ends earlier. */
  async at(offset: number, length: number): Promise<{ buffer: Buffer; index: number }> {
    if (offset < this.start || offset + length > this.start + this.bytes.length) {
      this.bytes = await this.segment.file.read(offset, Math.max(this.size, length));
      this.start = offset;
    }
    return { buffer: this.bytes, index: offset - this.start };
  }

  /** The record at an offset, if it is whole and already in memory. */
  held(offset: number): DecodedRecord | undefined {
    const index = offset - this.start;
    return index < 0 ? undefined : decodeRecord(this.bytes, index, this.segment.number);
  }

  async record(offset: number): Promise<DecodedRecord | undefined> {
    const first = await this.at(offset, MIN_RECORD);
    const length = recordLength(first.buffer, first.index);
    if (length === 0) return undefined;
    // A flipped bit in a length must not make the box allocate gigabytes.
    if (length > WINDOW && offset + length > (await this.segment.file.size())) return undefined;
    const whole = await this.at(offset, length);
    return decodeRecord(whole.buffer, whole.index, this.segment.number);
  }
}

/** True when `record` continues the log after `position`. */
export function isNextRecord(position: Position, record: DecodedRecord): boolean {
  return (
    record.head.sequence === position.sequence + 1 &&
    record.head.epoch >= position.epoch &&
    record.head.previous.equals(position.hash)
  );
}

export function positionAfter(located: Located): Position {
  const { record, segment, offset } = located;
  return {
    segment: segment.number,
    start: offset,
    offset: offset + record.length,
    sequence: record.head.sequence,
    epoch: record.head.epoch,
    hash: record.hash,
  };
}

/**
 * Reads the records of one segment that continue the log after `from`, up to sequence `last`, and calls `visit` with
 * each. Returns the position after the last valid one, or `from` when there is none.
 */
export async function scan(segment: Segment, from: Position, last: number, visit: RecordVisitor): Promise<Position> {
  const window = new Window(segment);
  let position = from;
  let offset = from.segment === segment.number ? from.offset : DATA_START;
  while (position.sequence < last) {
    const record = window.held(offset) ?? (await window.record(offset));
    if (record === undefined || !isNextRecord(position, record)) break;
    const located = { record, segment, offset };
    const visited = visit(located);
    if (visited !== undefined) await visited;
    position = positionAfter(located);
    offset = position.offset;
  }
  return position;
}

/** The record at an offset, if it is whole. */
export function recordAt(segment: Segment, offset: number): Promise<DecodedRecord | undefined> {
  return new Window(segment, SMALL_WINDOW).record(offset);
}

/**
 * All whole records from `offset` to the end of the segment, whatever their sequence. They can still be read after bad
 * bytes, and prove which records had been durable there. `dirtyEnd` is the end of the last non-zero byte.
 */
export async function wholeRecords(
  segment: Segment,
  offset: number,
): Promise<{ records: Located[]; dirtyEnd: number }> {
  const bytes = await segment.file.read(offset, Math.max(0, (await segment.file.size()) - offset));
  const records: Located[] = [];
  for (let at = nextRecord(bytes, 0); at >= 0;) {
    const record = decodeRecord(bytes, at, segment.number);
    if (record !== undefined) records.push({ record, segment, offset: offset + at });
    at = nextRecord(bytes, at + (record?.length ?? 1));
  }
  let end = bytes.length;
  while (end >= ZEROS.length && ZEROS.equals(bytes.subarray(end - ZEROS.length, end))) end -= ZEROS.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return { records, dirtyEnd: offset + end };
}
