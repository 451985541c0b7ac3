import { basename, dirname, join } from 'node:path';
import { type Disk, DiskError, type DiskFile } from '../../../base/index.js';
import type { LostStretch, RecordsLost } from '../boxEvent.js';
import { changeOf } from '../change.js';
import { SegmentFiles } from '../files.js';
import { type Damage, replay } from '../recovery.js';
import { type Position, type RecordVisitor, startOfLog } from '../scan.js';
import { type Segment, segmentName } from '../segment.js';
import type { TolerantDisk } from '../tolerantDisk.js';

/** The position of a record. */
export interface RecordPlace {
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
  readonly length: number;
}

/** The result of reading the whole log. */
export interface Reading {
  readonly position: Position;
  readonly damage: readonly Damage[];
  /** Losses that were accepted before. */
  readonly losses: readonly RecordsLost[];
  /** Records that no later one proves durable. */
  readonly unproven: readonly RecordPlace[];
  /** Segments that have missing records or end in torn bytes. */
  readonly suspects: ReadonlySet<number>;
}

export interface LogToRead {
  readonly disk: TolerantDisk;
  /** Folder of the segments. */
  readonly folder: string;
  readonly boxId: Buffer;
  /** Bytes of segments that replace those on the disk, by number. */
  readonly staged: ReadonlyMap<number, Buffer>;
}

/** Reads a log from its first record, with some segments replaced. All of them have headers. Throws DiskError. */
export async function readLog(log: LogToRead, visit?: RecordVisitor): Promise<Reading> {
  const { disk, boxId } = log;
  const paths = pathsOf(log);
  const files = stagedFiles(log);
  const losses: RecordsLost[] = [];
  const suspects = new Set<number>();
  /** The segment from which on the records before the next one are missing. */
  let since: number | undefined;
  const suspect = (upTo: number): void => {
    for (let number = since ?? Infinity; number <= upTo; number += 1) suspects.add(number);
    since = undefined;
  };
  const take: RecordVisitor = (located) => {
    suspect(located.segment.number);
    const change = located.record.head.type === 'event' ? changeOf(located.record, located.segment.dictionary) : null;
    if (change?.type === 'event' && change.event.kind === 'records-lost') losses.push(change.event);
    return visit?.(located);
  };
  try {
    const segments: Segment[] = [];
    for (const number of await files.numbers()) {
      const segment = await files.find(number);
      if (segment?.boxId.equals(boxId) === true) segments.push(segment);
    }
    const replayed = await replay(segments, startOfLog(segments[0]?.number ?? 1), take, {
      lostOf: (path) => (paths.has(path) ? [] : disk.lostOf(path)),
      onDamage: ({ segment }) => (since = Math.min(since ?? segment, segment)),
    });
    suspect(segments.at(-1)?.number ?? 0);
    for (const { segment } of replayed.torn) suspects.add(segment.number);
    const unproven = replayed.unproven.map(({ segment, offset, record }) => ({
      ...{ segment: segment.number, offset, length: record.length },
    }));
    return { position: replayed.position, damage: replayed.damage, losses, unproven, suspects };
  } finally {
    await files.close();
  }
}

/** The segments of a log with replacements. */
export function stagedFiles(log: LogToRead): SegmentFiles {
  return new SegmentFiles(stagedDisk(log.disk, pathsOf(log)), log.folder);
}

function pathsOf({ folder, staged }: LogToRead): ReadonlyMap<string, Buffer> {
  return new Map([...staged].map(([number, bytes]) => [join(folder, segmentName(number)), bytes]));
}

/**
 * The lost records as stretches, in order, adjacent ones merged. Damage of which only the position is known, as of a
 * whole file, has no stretch.
 */
export function stretchesOf(damage: readonly Damage[]): LostStretch[] {
  const stretches: LostStretch[] = [];
  for (const { firstMissing, lastMissing, segment, offset } of damage.filter(
    (one) => one.firstMissing > 0 && one.isUnread !== true,
  )) {
    const before = stretches.at(-1);
    if (before !== undefined && firstMissing <= before.lastMissing + 1) {
      stretches.splice(-1, 1, { ...before, lastMissing: Math.max(before.lastMissing, lastMissing) });
    } else {
      stretches.push({ firstMissing, lastMissing, segment, offset });
    }
  }
  return stretches;
}

/**
 * A read-only disk on which some files have other bytes, in memory only. It is used to verify the result of a repair
 * before anything is changed.
 */
export function stagedDisk(disk: Disk, staged: ReadonlyMap<string, Buffer>): Disk {
  const refuse = (operation: string) => (path: string) => Promise.reject(new DiskError('EROFS', operation, path));
  return {
    open(path) {
      const bytes = staged.get(path);
      return bytes === undefined ? disk.open(path) : Promise.resolve(memoryFile(path, bytes));
    },
    async list(folder) {
      const names = [...staged.keys()].filter((path) => dirname(path) === folder).map((path) => basename(path));
      return [...new Set([...(await disk.list(folder)), ...names])].sort();
    },
    freeBytes: (folder) => disk.freeBytes(folder),
    create: refuse('create'),
    makeDir: refuse('mkdir'),
    rename: refuse('rename'),
    remove: refuse('remove'),
    syncDir: refuse('sync'),
  };
}

/** A read-only file. */
export function memoryFile(path: string, bytes: Buffer): DiskFile {
  return {
    size: () => Promise.resolve(bytes.length),
    read: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
    write() {
      throw new DiskError('EROFS', 'write', path);
    },
    datasync: () => Promise.reject(new DiskError('EROFS', 'sync', path)),
    close: () => Promise.resolve(),
  };
}
