import { DATA_START, type Segment } from './segment.js';
import { type DecodedRecord, decodeRecord, HASH_BYTES, MIN_RECORD, recordLength } from './record.js';

/** A place in the log behind record `sequence`: where the next one begins and what it must carry on from. */
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

/** Before the first record of a log. */
export function beginning(segment: number): Position {
  return { segment, start: DATA_START, offset: DATA_START, sequence: 0, epoch: 0, hash: Buffer.alloc(HASH_BYTES) };
}

export interface Located {
  readonly record: DecodedRecord;
  readonly segment: Segment;
  readonly offset: number;
}

/** How much of a segment is held in memory at a time; a longer record enlarges it. */
const WINDOW = 1024 * 1024;

/** Reads a segment forward through a sliding window. */
class Window {
  private bytes: Buffer = Buffer.alloc(0);
  private start = 0;

  constructor(private readonly segment: Segment) {}

  /** Bytes from `offset`: at least `length` of them unless the file ends before. */
  async at(offset: number, length: number): Promise<{ buffer: Buffer; index: number }> {
    if (offset < this.start || offset + length > this.start + this.bytes.length) {
      this.bytes = await this.segment.file.read(offset, Math.max(WINDOW, length));
      this.start = offset;
    }
    return { buffer: this.bytes, index: offset - this.start };
  }

  async record(offset: number): Promise<DecodedRecord | undefined> {
    const first = await this.at(offset, MIN_RECORD);
    const length = recordLength(first.buffer, first.index);
    if (length === 0) return undefined;
    const whole = await this.at(offset, length);
    return decodeRecord(whole.buffer, whole.index, this.segment.number);
  }
}

/** Does `record` continue the log behind `position`? */
export function continues(position: Position, record: DecodedRecord): boolean {
  return (
    record.head.sequence === position.sequence + 1 &&
    record.head.epoch >= position.epoch &&
    record.head.previous.equals(position.hash)
  );
}

export function behind(located: Located): Position {
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
 * Reads the records of one segment that continue the log behind `from`, up to sequence `last`, and gives each to
 * `visit`. Returns the position behind the last good one, which is `from` when there is none.
 */
export async function scan(
  segment: Segment,
  from: Position,
  last: number,
  visit: (located: Located) => void | Promise<void>,
): Promise<Position> {
  const window = new Window(segment);
  let position = from;
  let offset = from.segment === segment.number ? from.offset : DATA_START;
  while (position.sequence < last) {
    const record = await window.record(offset);
    if (record === undefined || !continues(position, record)) break;
    const located = { record, segment, offset };
    await visit(located);
    position = behind(located);
    offset = position.offset;
  }
  return position;
}

/** The record at the start of a segment, if it is whole; it tells where the segment before had to end. */
export function firstRecord(segment: Segment): Promise<DecodedRecord | undefined> {
  return new Window(segment).record(DATA_START);
}

/** The record at an offset, if it is whole. */
export function recordAt(segment: Segment, offset: number): Promise<DecodedRecord | undefined> {
  return new Window(segment).record(offset);
}

/**
 * Every whole record from `offset` to the end of the segment, whatever its sequence: what may still be read behind a
 * bad place, and the witnesses of what had been durable there. Also tells where the last byte that is not zero ends.
 */
export async function salvage(segment: Segment, offset: number): Promise<{ records: Located[]; dirtyEnd: number }> {
  const bytes = await segment.file.read(offset, Math.max(0, (await segment.file.size()) - offset));
  const records: Located[] = [];
  for (let at = 0; at + MIN_RECORD <= bytes.length;) {
    const record = decodeRecord(bytes, at, segment.number);
    if (record !== undefined) records.push({ record, segment, offset: offset + at });
    at += record?.length ?? 8;
  }
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return { records, dirtyEnd: offset + end };
}
