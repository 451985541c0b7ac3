import { changeOf, invoiceOf } from '../change.js';
import { DATA_START, DICTIONARY, dictionaryOf, headerBytes } from '../segment.js';
import { COMPRESSED, type DecodedRecord } from '../record.js';
import { wholeRecords } from '../scan.js';
import { memoryFile } from './reading.js';

/** A record and its offset in its segment, bytes. */
export interface PlacedRecord {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** The properties of a segment besides its records. */
interface SegmentHead {
  readonly number: number;
  readonly boxId: Buffer;
  readonly dictionary: Buffer;
  /** UTC ms. */
  readonly createdAt: number;
}

/** A segment of at least `size` bytes that has these records at their offsets, and zeros elsewhere. */
export function segmentOf(head: SegmentHead, records: readonly PlacedRecord[], size: number): Buffer {
  const end = records.reduce((most, { offset, bytes }) => Math.max(most, offset + bytes.length), DATA_START);
  const segment = Buffer.alloc(Math.max(size, end));
  headerBytes(head.number, head.boxId, head.dictionary, head.createdAt).copy(segment);
  for (const { offset, bytes } of records) bytes.copy(segment, offset);
  return segment;
}

/** All whole records in the bytes of a segment; the header may be damaged. */
export async function recordsIn(number: number, bytes: Buffer): Promise<(PlacedRecord & { record: DecodedRecord })[]> {
  const nothing = Buffer.alloc(0);
  const file = memoryFile('', bytes);
  const { records } = await wholeRecords({ number, path: '', file, boxId: nothing, dictionary: nothing }, DATA_START);
  return records.map(({ record, offset }) => ({
    record,
    offset,
    bytes: bytes.subarray(offset, offset + record.length),
  }));
}

/**
 * The segment with a new header and every record that is intact in its own bytes or in a backup. At the same offset its
 * own record is used. `known`: dictionaries of other segments; if its own is damaged, one of them is the same.
 */
export async function mendedSegment(
  head: Omit<SegmentHead, 'dictionary'>,
  own: Buffer,
  backup: Buffer | undefined,
  known: readonly Buffer[],
): Promise<Buffer> {
  const { number } = head;
  const records = await recordsIn(number, own);
  const places = new Set(records.map(({ offset }) => offset));
  const others = backup === undefined ? [] : await recordsIn(number, backup);
  const all = [...records, ...others.filter(({ offset }) => !places.has(offset))];
  const stored = dictionaryOf(own, number) ?? (backup && dictionaryOf(backup, number));
  const decoded = all.map(({ record }) => record);
  const dictionary = stored ?? known.find((one) => decoded.every((record) => canRead(record, one))) ?? DICTIONARY;
  return segmentOf({ ...head, dictionary }, all, own.length);
}

function canRead(record: DecodedRecord, dictionary: Buffer): boolean {
  if (record.head.flags !== COMPRESSED || record.head.type === 'later') return true;
  try {
    if (record.head.type === 'result') invoiceOf(record, dictionary);
    else changeOf(record, dictionary);
    return true;
  } catch {
    return false;
  }
}
