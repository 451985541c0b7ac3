import { dirname, join } from 'node:path';
import { type Disk, DiskError, type Log, writeAtomic } from '../../base/index.js';
import type { RecordsLost } from './boxEvent.js';
import {
  positionAfter,
  isNextRecord,
  type Located,
  type Position,
  wholeRecords,
  scan,
  type RecordVisitor,
} from './scan.js';
import { BLOCK, DATA_START, type Segment, zeroFill } from './segment.js';
import { lastSequenceBefore, segmentStartOf } from './files.js';

/** Acknowledged records that are unreadable. Their sequences are lost; the records around them are still served. */
export interface Damage {
  readonly segment: number;
  readonly offset: number;
  readonly firstMissing: number;
  readonly lastMissing: number;
  /** They are intact, but written by a later release in an unknown form. */
  readonly isLater?: true;
  /** It is unknown whether any record is lost: the disk cannot read blocks after the end of the log. */
  readonly isUnread?: true;
}

/** Bytes of records that were never acknowledged, caused by a power cut during a write. */
interface Torn {
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

export interface Replayed {
  /** End of the log. */
  readonly position: Position;
  readonly damage: readonly Damage[];
  readonly torn: readonly Torn[];
  /** The last records, which no later record proves durable. */
  readonly unproven: readonly Located[];
}

interface ReplayOptions {
  /** Offsets of the blocks of a file that could not be read and were replaced by zeros; see `tolerant`. */
  readonly lostOf?: (path: string) => readonly number[];
  /** Called with each stretch of lost records when it is found; not for records of a later release. */
  readonly onDamage?: (damage: Damage) => void;
}

/**
 * Reads the log from `from` to its end and calls `visit` with every record, in order.
 *
 * The rule for bad bytes: each record contains the highest sequence that was durable when it was written. Bytes missing
 * after sequence n are a torn tail only if no readable record states that more than n was durable, and no later segment
 * begins beyond n + 1. Otherwise acknowledged records are damaged, and the log is never truncated there. Nor is it
 * truncated where the disk cannot read blocks, because a power cut does not cause that.
 */
export async function replay(
  segments: readonly Segment[],
  from: Position,
  visit: RecordVisitor,
  { lostOf = () => [], onDamage }: ReplayOptions = {},
): Promise<Replayed> {
  const damage: Damage[] = [];
  const note = (found: Damage): void => {
    damage.push(found);
    onDamage?.(found);
  };
  const torn: Torn[] = [];
  const unproven: Located[] = [];
  const take: RecordVisitor = (located) => {
    const { durable } = located.record.head;
    while ((unproven[0]?.record.head.sequence ?? Infinity) <= durable) unproven.shift();
    if (located.record.head.sequence > durable) unproven.push(located);
    if (located.record.head.type !== 'later') return visit(located);
    noteLater(damage, located);
    return undefined;
  };
  const starts = await Promise.all(segments.map(segmentStartOf));
  let position = from;

  const readOn = async (records: readonly Located[], at: Position): Promise<void> => {
    for (const located of records) {
      if (located.record.head.sequence <= position.sequence) continue;
      if (located.record.head.sequence > position.sequence + 1) {
        const lastMissing = located.record.head.sequence - 1;
        note({ segment: at.segment, offset: at.offset, firstMissing: position.sequence + 1, lastMissing });
      } else if (!isNextRecord(position, located.record)) {
        // The previous record is intact, but it is not the one that this record was written after.
        const { segment, start: offset, sequence } = position;
        note({ segment, offset, firstMissing: sequence, lastMissing: sequence });
      }
      await take(located);
      position = positionAfter(located);
    }
  };

  for (const [index, segment] of segments.entries()) {
    if (segment.number < from.segment) continue;
    const later = starts.slice(index + 1);
    const last = lastSequenceBefore(later);
    position = await scan(segment, position, last, take);
    if (position.sequence >= last) continue;
    const stop =
      position.segment === segment.number ? position : { ...position, segment: segment.number, offset: DATA_START };
    const { records, dirtyEnd } = await wholeRecords(segment, stop.offset);
    const lost = lostOf(segment.path).filter((block) => block + BLOCK > stop.offset);
    const isLoss = lost.length > 0 || records.some((located) => provesLoss(located, stop));
    if (last < Number.MAX_SAFE_INTEGER) {
      await readOn(
        records.filter(({ record }) => record.head.sequence <= last),
        stop,
      );
      const next = later.find((start) => start !== undefined);
      // A gap before a segment that has lost its first record is reported together with that record.
      if (position.sequence < last && next?.isFirst === true) {
        note({
          segment: stop.segment,
          offset: stop.offset,
          firstMissing: position.sequence + 1,
          lastMissing: last,
        });
        position = { ...position, sequence: last, hash: next.previous };
      }
    } else if (isLoss) {
      await readOn(records, stop);
      const end = position.segment === segment.number ? position.offset : DATA_START;
      const unread = lost.find((block) => block + BLOCK > end);
      if (unread !== undefined) note(unreadAfter(position, segment.number, Math.max(unread, end)));
    } else if (dirtyEnd > stop.offset) {
      torn.push({ segment, from: stop.offset, to: dirtyEnd });
    }
  }
  return { position, damage, torn, unproven };
}

/** The bytes from `offset` on may have contained the records after `sequence`. */
function unreadAfter({ sequence }: Position, segment: number, offset: number): Damage {
  return { segment, offset, firstMissing: sequence + 1, lastMissing: sequence + 1, isUnread: true };
}

/** Adds a record of a later release to the damage; consecutive ones share one entry. */
function noteLater(damage: Damage[], { segment, offset, record }: Located): void {
  const { sequence } = record.head;
  const before = damage.at(-1);
  const goesOn = before?.isLater === true && before.segment === segment.number && before.lastMissing === sequence - 1;
  const entry = {
    segment: segment.number,
    offset,
    firstMissing: sequence,
    lastMissing: sequence,
    isLater: true,
  } as const;
  if (goesOn) damage.splice(-1, 1, { ...before, lastMissing: sequence });
  else damage.push(entry);
}

/**
 * True when a whole record proves that the bytes between `stop` and itself were durable, so that their loss is damage.
 */
function provesLoss({ record, offset }: Located, stop: Position): boolean {
  const { sequence, durable } = record.head;
  // A power cut never leaves a whole record exactly at the end of the log, unless that record continues the log.
  if (offset === stop.offset) return true;
  // After a failed segment was replaced, it may contain a stale copy of the previous record.
  return durable > stop.sequence || durable === sequence - 1;
}

/**
 * Writes records again and flushes them, so that they count as durable. They may have been only in the page cache: the
 * process ended before their flush, or their flush failed, and another flush alone would not write them.
 */
export async function rewriteUnproven(records: readonly Located[]): Promise<void> {
  for (const { segment, offset, record } of records) {
    segment.file.write(offset, await segment.file.read(offset, record.length));
  }
  for (const segment of new Set(records.map((located) => located.segment))) await segment.file.datasync();
}

/**
 * As {@link rewriteUnproven}, for headers and names of segments without a record known to be durable. Their creation
 * may have failed, and the process may have ended before it could remove them.
 */
export async function rewriteUnprovenHeads(disk: Disk, folder: string, segments: readonly Segment[]): Promise<void> {
  for (const { file } of segments) {
    file.write(0, await file.read(0, DATA_START));
    await file.datasync();
  }
  if (segments.length > 0) await disk.syncDir(folder);
}

/**
 * Overwrites torn bytes with zeros, so that an old record after them can never appear to continue a new one. They are
 * copied to the quarantine folder first. If the disk has no space for the copy they are cleared anyway, since they were
 * never acknowledged.
 */
export async function clearTorn(
  disk: Disk,
  quarantine: string,
  torn: readonly Torn[],
  now: number,
  log: Log,
): Promise<void> {
  for (const { segment, from, to } of torn) {
    const bytes = await segment.file.read(from, to - from);
    const name = `${segment.number}-${from}-${now}.torn`;
    let kept = true;
    try {
      await disk.makeDir(quarantine);
      await writeAtomic(disk, join(quarantine, name), bytes);
      await disk.syncDir(dirname(quarantine)); // the folder itself may be new
    } catch {
      kept = false;
    }
    if ((await zeroFill(segment.file, from, to)) < to) throw new DiskError('ENOSPC', 'write', segment.path);
    log('ledger.torn_tail', {
      segment: segment.number,
      offset: from,
      bytes: to - from,
      quarantine: kept ? name : null,
    });
  }
}

/** Damage that no owner has accepted yet. `kasirbox ledger repair` records which lost records an owner has accepted. */
export function unacceptedDamage(damage: readonly Damage[], losses: readonly RecordsLost[]): readonly Damage[] {
  if (losses.length === 0) return damage;
  const stretches = losses.flatMap((loss) => loss.stretches);
  return damage.filter(
    ({ firstMissing, lastMissing, isLater, isUnread }) =>
      firstMissing === 0 ||
      isLater === true ||
      isUnread === true ||
      !stretches.some((lost) => lost.firstMissing <= firstMissing && lastMissing <= lost.lastMissing),
  );
}

/** True when the record is in one of these stretches. */
export function isWithin(
  stretches: readonly Pick<Damage, 'firstMissing' | 'lastMissing'>[],
  sequence: number,
): boolean {
  return stretches.some(({ firstMissing, lastMissing }) => firstMissing <= sequence && sequence <= lastMissing);
}
