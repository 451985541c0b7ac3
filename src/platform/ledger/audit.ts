import type { UtcMs } from '../../base/index.js';
import { changeOf } from './change.js';
import type { AuditEntry, Change } from './changeTypes.js';
import type { SegmentFiles } from './files.js';
import { type DecodedRecord, decodeRecord, nextRecord, withheldRecord } from './record.js';
import { recordAt } from './scan.js';
import { DATA_START, dictionaryOf, type Segment } from './segment.js';

/** A position in the log from which reading continues towards the beginning. */
export interface LogPlace {
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
}

/** An audit entry, with its position in the log and the time of its record. */
export interface AuditRecord {
  readonly place: LogPlace;
  readonly time: UtcMs;
  readonly entry: AuditEntry;
}

/** A part of the log that was read for audit entries. */
export interface AuditStretch {
  /** Newest first. */
  readonly records: readonly AuditRecord[];
  /** Bytes. */
  readonly read: number;
  /** Where the next stretch ends; undefined at the beginning of the log. */
  readonly next: LogPlace | undefined;
}

/** The range of times whose records are wanted. */
export interface Times {
  readonly from: UtcMs;
  readonly to: UtcMs;
}

/** Length of one stretch, bytes. */
const STRETCH = 256 * 1024;
/** Maximum length of an audit entry, bytes. A longer record may cross the borders of a stretch and is skipped. */
const LONGEST_ENTRY = 8 * 1024;
const ALIGN = 8;
/** How wrong the clock of the box may have been when a segment began, ms. */
const SLACK = 86_400_000;

/** An offset after the end of any segment, bytes. */
const ITS_END = 2 ** 40;

/**
 * Reads one stretch of the log before a position; audit entries have no index. A segment is skipped when its first
 * record and that of the next segment show that it has no record of the wanted times. Incomplete records are left out.
 * `end`: the end of the durable log. Throws DiskError.
 */
export async function auditBefore(
  files: SegmentFiles,
  end: LogPlace,
  before: LogPlace,
  times: Times | undefined,
): Promise<AuditStretch> {
  const newest = Math.min(before.segment, end.segment);
  const numbers = (await files.numbers()).filter((number) => number <= newest);
  const number = numbers.pop();
  if (number === undefined) return { records: [], read: 0, next: undefined };
  const last = numbers[numbers.length - 1];
  const older = last === undefined ? undefined : { segment: last, offset: ITS_END };
  const segment = await files.find(number);
  if (segment === undefined) return { records: [], read: 0, next: older };
  const length = number === end.segment ? end.offset : await segment.file.size();
  const asked = number === before.segment ? before.offset : ITS_END;
  const to = Math.min(asked, length);
  const isUnwanted = asked >= length && times !== undefined && !(await mayHold(files, segment, end, times));
  if (to <= DATA_START || isUnwanted) return { records: [], read: 0, next: older };
  const from = alignedFrom(to);
  const bytes = await segment.file.read(from, to - from);
  const { records, first } = entriesIn(bytes, from, segment);
  const rest = from === DATA_START ? older : { segment: number, offset: first ?? from + LONGEST_ENTRY };
  return { records, read: to - from, next: rest };
}

function alignedFrom(to: number): number {
  const from = Math.max(DATA_START, to - STRETCH);
  return from - (from % ALIGN);
}

/** Audit entries in the bytes from `from` on, newest first, and the offset of the first whole record of any type. */
function entriesIn(
  bytes: Buffer,
  from: number,
  segment: Segment,
): { readonly records: AuditRecord[]; readonly first: number | undefined } {
  const records: AuditRecord[] = [];
  let first: number | undefined;
  for (let at = nextRecord(bytes, 0); at >= 0;) {
    const record = decodeRecord(bytes, at, segment.number);
    if (record !== undefined) {
      first ??= from + at;
      const entry = entryOf(record, segment.dictionary);
      const place = { segment: segment.number, offset: from + at };
      if (entry !== undefined) records.push({ place, time: record.head.time, entry });
    }
    at = nextRecord(bytes, at + (record?.length ?? 1));
  }
  return { records: records.reverse(), first };
}

function entryOf(record: DecodedRecord, dictionary: Buffer): AuditEntry | undefined {
  if (record.head.type !== 'audit') return undefined;
  try {
    const change = changeOf(record, dictionary);
    return change.type === 'audit' ? change.entry : undefined;
  } catch {
    return undefined; // valid checksum, but content that no release of the box has written
  }
}

/** True when the segment may have records of these times, or when that cannot be determined. */
async function mayHold(files: SegmentFiles, segment: Segment, end: LogPlace, { from, to }: Times): Promise<boolean> {
  const begins = await startTime(segment);
  if (begins !== undefined && begins > to + SLACK) return false;
  const next = segment.number < end.segment ? await nextOf(files, segment.number) : undefined;
  const ends = next && (await startTime(next));
  return ends === undefined || ends >= from - SLACK;
}

async function nextOf(files: SegmentFiles, number: number): Promise<Segment | undefined> {
  const next = (await files.numbers()).find((one) => one > number);
  return next === undefined ? undefined : files.find(next);
}

async function startTime(segment: Segment): Promise<UtcMs | undefined> {
  return (await recordAt(segment, DATA_START))?.head.time;
}

/** True when the setting of a record must not leave the box. */
type IsWithheld = (setting: Extract<Change, { type: 'setting' }>) => boolean;

/** A segment as an auditor gets it: all records are at their original offsets. */
interface AuditCopy {
  readonly bytes: Buffer;
  /** Number of records replaced by their hash. */
  readonly withheld: number;
}

/**
 * Copies a segment without the records that must not leave the box. Each of them is replaced by a record of the same
 * length with the original head and hash, so that the chain of the following records can be verified. Bytes that are no
 * whole record, such as the torn end of a write, become zeros, because their content is unknown. A setting that cannot
 * be read is withheld.
 */
export function auditCopyOf(segment: Buffer, number: number, isWithheld: IsWithheld): AuditCopy {
  const bytes = Buffer.alloc(segment.length);
  segment.copy(bytes, 0, 0, DATA_START);
  const dictionary = dictionaryOf(segment, number);
  let withheld = 0;
  for (let at = nextRecord(segment, DATA_START); at >= 0;) {
    const record = decodeRecord(segment, at, number);
    if (record !== undefined) {
      const isSecret = mustBeWithheld(record, dictionary, isWithheld);
      const own = segment.subarray(at, at + record.length);
      (isSecret ? withheldRecord(number, own) : own).copy(bytes, at);
      withheld += isSecret ? 1 : 0;
    }
    at = nextRecord(segment, at + (record?.length ?? 1));
  }
  return { bytes, withheld };
}

function mustBeWithheld(record: DecodedRecord, dictionary: Buffer | undefined, isWithheld: IsWithheld): boolean {
  const { type } = record.head;
  // A record of a later release may contain anything.
  if (type === 'later') return true;
  if (type !== 'setting') return false;
  try {
    const change = dictionary === undefined ? undefined : changeOf(record, dictionary);
    return change?.type !== 'setting' || isWithheld(change);
  } catch {
    return true; // valid checksum, but content that no release of the box has written
  }
}
