import { join } from 'node:path';
import { writeAtomic } from '../base/atomic.js';
import { type Disk, DiskError } from '../base/disk.js';
import type { Log } from '../base/log.js';
import { behind, continues, firstRecord, type Located, type Position, salvage, scan } from './scan.js';
import { DATA_START, type Segment, zeroFill } from './segment.js';

/** Acknowledged records that cannot be read any more. Their sequences are lost; what lies around them is still served. */
export interface Damage {
  readonly segment: number;
  readonly offset: number;
  readonly firstMissing: number;
  readonly lastMissing: number;
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
export async function replay(
  segments: readonly Segment[],
  from: Position,
  visit: (located: Located) => void | Promise<void>,
): Promise<Replayed> {
  const damage: Damage[] = [];
  const torn: Torn[] = [];
  let unproven: Located[] = [];
  const take = async (located: Located): Promise<void> => {
    unproven = [...unproven, located].filter(({ record }) => record.head.sequence > located.record.head.durable);
    await visit(located);
  };
  const starts = await Promise.all(segments.map(async (segment) => (await firstRecord(segment))?.head.sequence));
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
    const next = starts.slice(index + 1).find((sequence) => sequence !== undefined);
    const last = next === undefined ? Number.MAX_SAFE_INTEGER : next - 1;
    position = await scan(segment, position, last, take);
    if (position.sequence >= last) continue;
    const stop =
      position.segment === segment.number ? position : { ...position, segment: segment.number, offset: DATA_START };
    const { records, dirtyEnd } = await salvage(segment, stop.offset);
    const witnessed = records.some((located) => isWitness(located, stop));
    if (next !== undefined) {
      await readOn(
        records.filter(({ record }) => record.head.sequence <= last),
        stop,
      );
      if (position.sequence < last) {
        damage.push({
          segment: stop.segment,
          offset: stop.offset,
          firstMissing: position.sequence + 1,
          lastMissing: last,
        });
        position = { ...position, sequence: last, hash: await previousOf(segments.slice(index + 1)) };
      }
    } else if (witnessed) {
      await readOn(records, stop);
    } else if (dirtyEnd > stop.offset) {
      torn.push({ segment, from: stop.offset, to: dirtyEnd });
    }
  }
  return { position, damage, torn, unproven };
}

/** Does a whole record prove that what lies between `stop` and it had been durable, so that its loss is damage? */
function isWitness({ record, offset }: Located, stop: Position): boolean {
  const { sequence, durable } = record.head;
  // A cut leaves no whole record at the very place where the log ends, unless that record continues the log.
  if (offset === stop.offset) return true;
  // In a segment that took the place of a failed one, the record before it may have a stale double in the failed one.
  return durable > stop.sequence || durable === sequence - 1;
}

/** What the first readable record of these segments takes for the hash of the record before it. */
async function previousOf(segments: readonly Segment[]): Promise<Buffer> {
  for (const segment of segments) {
    const record = await firstRecord(segment);
    if (record !== undefined) return record.head.previous;
  }
  return Buffer.alloc(32);
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
