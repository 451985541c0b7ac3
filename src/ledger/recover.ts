import { join } from 'node:path';
import { writeAtomic } from '../base/atomic.js';
import { type Disk, DiskError } from '../base/disk.js';
import type { Log } from '../base/log.js';
import { behind, continues, type Located, type Position, salvage, scan, type Visit } from './scan.js';
import { DATA_START, type Segment, zeroFill } from './segment.js';
import { endBefore, startOf } from './starts.js';

/** Acknowledged records that cannot be read any more. Their sequences are lost; what lies around them is still served. */
export interface Damage {
  readonly segment: number;
  readonly offset: number;
  readonly firstMissing: number;
  readonly lastMissing: number;
  /** They are whole, but a later release has written them, in a way that this one does not know. */
  readonly isLater?: true;
}

/** Bytes of records that were never acknowledged, left by a cut in the middle of a write. */
interface Torn {
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

export interface Replayed {
  /** Behind the last record of the log. */
  readonly position: Position;
  readonly damage: readonly Damage[];
  readonly torn: readonly Torn[];
  /** The last records, which no later one says are durable. */
  readonly unproven: readonly Located[];
}

/**
 * Reads the log from `from` to its end and gives every record to `visit`, in order.
 *
 * The rule for bad bytes: each record carries the highest sequence that was durable when it was written. Bytes missing
 * behind sequence n are a torn tail only if no record that can still be read claims more than n durable, and no later
 * segment begins beyond n + 1. Otherwise acknowledged records are damaged, and that is never repaired by cutting.
 */
export async function replay(segments: readonly Segment[], from: Position, visit: Visit): Promise<Replayed> {
  const damage: Damage[] = [];
  const torn: Torn[] = [];
  const unproven: Located[] = [];
  const take: Visit = (located) => {
    const { durable } = located.record.head;
    while ((unproven[0]?.record.head.sequence ?? Infinity) <= durable) unproven.shift();
    if (located.record.head.sequence > durable) unproven.push(located);
    if (located.record.head.type !== 'later') return visit(located);
    noteLater(damage, located);
    return undefined;
  };
  const starts = await Promise.all(segments.map(startOf));
  let position = from;

  const readOn = async (records: readonly Located[], at: Position): Promise<void> => {
    for (const located of records) {
      if (located.record.head.sequence <= position.sequence) continue;
      if (located.record.head.sequence > position.sequence + 1) {
        const lastMissing = located.record.head.sequence - 1;
        damage.push({ segment: at.segment, offset: at.offset, firstMissing: position.sequence + 1, lastMissing });
      } else if (!continues(position, located.record)) {
        // The record before is whole, but is not the one that this one was written behind.
        const { segment, start: offset, sequence } = position;
        damage.push({ segment, offset, firstMissing: sequence, lastMissing: sequence });
      }
      await take(located);
      position = behind(located);
    }
  };

  for (const [index, segment] of segments.entries()) {
    if (segment.number < from.segment) continue;
    const later = starts.slice(index + 1);
    const last = endBefore(later);
    position = await scan(segment, position, last, take);
    if (position.sequence >= last) continue;
    const stop =
      position.segment === segment.number ? position : { ...position, segment: segment.number, offset: DATA_START };
    const { records, dirtyEnd } = await salvage(segment, stop.offset);
    const witnessed = records.some((located) => isWitness(located, stop));
    if (last < Number.MAX_SAFE_INTEGER) {
      await readOn(
        records.filter(({ record }) => record.head.sequence <= last),
        stop,
      );
      const next = later.find((start) => start !== undefined);
      // A gap before a segment that has lost its first record is told with that one.
      if (position.sequence < last && next?.isFirst === true) {
        damage.push({
          segment: stop.segment,
          offset: stop.offset,
          firstMissing: position.sequence + 1,
          lastMissing: last,
        });
        position = { ...position, sequence: last, hash: next.previous };
      }
    } else if (witnessed) {
      await readOn(records, stop);
    } else if (dirtyEnd > stop.offset) {
      torn.push({ segment, from: stop.offset, to: dirtyEnd });
    }
  }
  return { position, damage, torn, unproven };
}

/** Adds a record of a later release to what cannot be read, one entry for all that lie side by side. */
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

/** Does a whole record prove that what lies between `stop` and it had been durable, so that its loss is damage? */
function isWitness({ record, offset }: Located, stop: Position): boolean {
  const { sequence, durable } = record.head;
  // A cut leaves no whole record at the very place where the log ends, unless that record continues the log.
  if (offset === stop.offset) return true;
  // In a segment that took the place of a failed one, the record before it may have a stale double in the failed one.
  return durable > stop.sequence || durable === sequence - 1;
}

/**
 * Writes records once more and flushes them, so that they may be counted as durable. They may have come from the page
 * cache alone: the process ended before their flush, or their flush failed and a second one would change nothing.
 */
export async function settle(records: readonly Located[]): Promise<void> {
  for (const { segment, offset, record } of records) {
    segment.file.write(offset, await segment.file.read(offset, record.length));
  }
  for (const segment of new Set(records.map((located) => located.segment))) await segment.file.datasync();
}

/**
 * The same for the heads and the names of segments that hold no record known to be durable: their making may have failed,
 * and the process may have ended before it could take them away.
 */
export async function settleHeads(disk: Disk, folder: string, segments: readonly Segment[]): Promise<void> {
  for (const { file } of segments) {
    file.write(0, await file.read(0, DATA_START));
    await file.datasync();
  }
  if (segments.length > 0) await disk.syncDir(folder);
}

/**
 * Clears torn bytes, so that a later record of the same length cannot bring an old one behind it back to life.
 * They are copied to the quarantine folder first; when the disk has no room for the copy, they are cleared all the
 * same, since nobody was ever told of them.
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
