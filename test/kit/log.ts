import { changeOf, invoiceOf } from '../../src/platform/ledger/change.js';
import { type DecodedRecord, decodeRecord, recordLength } from '../../src/platform/ledger/record.js';
import { DATA_START, segmentNumber } from '../../src/platform/ledger/segment.js';
import type { State } from './disk/powerCut.js';

/** A record of the log, with its content as one text for comparison. */
export interface LogRecord {
  readonly type: DecodedRecord['head']['type'];
  readonly sequence: number;
  readonly epoch: number;
  readonly hash: Buffer;
  readonly previous: Buffer;
  readonly content: string;
}

/** Where a segment keeps its dictionary, and how long it is. */
const DICTIONARY_START = 4096;
const DICTIONARY_LENGTH = 44;
const CRC = 8;

interface SegmentRecords {
  readonly records: readonly LogRecord[];
  /** Byte offset behind the last. */
  readonly end: number;
}

interface Known {
  readonly segment: number;
  readonly bytes: Buffer;
  readonly record: LogRecord;
}

/** The same bytes lie in thousands of states: those that were read lately are not read again. */
const KNOWN_RECORDS = 4000;
const records = new Map<number, Known>();
const segments = new WeakMap<Buffer, SegmentRecords>();

/** The record at `at` and its length. Equal bytes are the same record, in whatever state they lie. */
function recordAt(segment: Buffer, at: number, number: number): Known | undefined {
  const length = recordLength(segment, at);
  if (length === 0 || at + length > segment.length) return undefined;
  const crc = segment.readUInt32LE(at + CRC);
  const known = records.get(crc);
  if (known?.segment === number && known.bytes.equals(segment.subarray(at, at + length))) return known;
  const bytes = Buffer.from(segment.subarray(at, at + length));
  const decoded = decodeRecord(bytes, 0, number);
  if (decoded === undefined) return undefined;
  const { type, sequence, epoch, previous } = decoded.head;
  const record = { type, sequence, epoch, previous, hash: decoded.hash, content: contentOf(decoded, segment) };
  if (records.size >= KNOWN_RECORDS) records.clear();
  const found = { segment: number, bytes, record };
  records.set(crc, found);
  return found;
}

function contentOf(record: DecodedRecord, segment: Buffer): string {
  const dictionary = segment.subarray(DICTIONARY_START, DICTIONARY_START + segment.readUInt32LE(DICTIONARY_LENGTH));
  if (record.head.type === 'result') return JSON.stringify(invoiceOf(record, dictionary));
  const change = changeOf(record, dictionary);
  // As it was put: one that was read back also names its row, and is read on demand.
  return JSON.stringify(change.type === 'intent' ? { type: change.type, intent: change.intent } : change);
}

/** The records of a segment up to the first bytes that are not a record. */
function recordsOf(segment: Buffer, number: number): SegmentRecords {
  const known = segments.get(segment);
  if (known !== undefined) return known;
  const found: LogRecord[] = [];
  let end = DATA_START;
  for (let next = recordAt(segment, end, number); next !== undefined; next = recordAt(segment, end, number)) {
    found.push(next.record);
    end += next.bytes.length;
  }
  const read = { records: found, end };
  segments.set(segment, read);
  return read;
}

/**
 * All records of a log, read in the plainest way and by other code than the recovery's: segment by segment up to the
 * first bytes that are no record. The records of a segment take the place of those of the same sequence before it.
 * The bytes of the state are never changed in place.
 */
export function readLog(state: State): LogRecord[] {
  const log: LogRecord[] = [];
  for (const [number, bytes] of segmentsOf(state)) {
    const { records: found } = recordsOf(bytes, number);
    const first = found[0]?.sequence ?? Infinity;
    while (log.length >= first) log.pop();
    log.push(...found);
  }
  return log;
}

/** The segment files of a state, in order. */
function segmentsOf(state: State): [number: number, bytes: Buffer][] {
  const found: [number, Buffer][] = [];
  for (const [path, bytes] of state) {
    const number = segmentNumber(path.slice(path.lastIndexOf('/') + 1));
    if (number !== undefined && bytes !== 'folder') found.push([number, bytes]);
  }
  return found.sort(([a], [b]) => a - b);
}

/** Where a log is not one chain from record 1 on, with a higher number for each start of the box; undefined when it is. */
export function brokenLink(log: readonly LogRecord[]): string | undefined {
  let hash: Buffer = Buffer.alloc(32);
  let epoch = 0;
  for (const [index, record] of log.entries()) {
    if (record.sequence !== index + 1) return `record ${index + 1} is missing, ${record.sequence} follows`;
    if (!record.previous.equals(hash)) return `record ${record.sequence} does not follow the one before it`;
    // On a full disk a start may not have had the room to say that it was.
    if (record.type === 'open' ? record.epoch <= epoch : record.epoch < epoch) {
      return `record ${record.sequence} is of start ${record.epoch} and follows one of start ${epoch}`;
    }
    hash = record.hash;
    epoch = record.epoch;
  }
  return undefined;
}

/** Where the last record of a log ends: number of its segment and byte offset. Without one, at the first place. */
export function endOfLog(state: State): { readonly segment: number; readonly offset: number } {
  let end = { segment: 1, offset: DATA_START };
  for (const [segment, bytes] of segmentsOf(state)) {
    const { records: found, end: offset } = recordsOf(bytes, segment);
    if (found.length > 0) end = { segment, offset };
  }
  return end;
}
