import { join } from 'node:path';
import { type Disk, DiskError, isRecord, readWhole, type UtcMs, writeAtomic } from '../../../base/index.js';
import type { Damage } from '../recovery.js';
import type { Position } from '../scan.js';

/** Progress and results of reading the whole log, stored so that they survive a restart or power cut. */
export interface ScrubNote {
  /** When the log was last read to its end; null if never. */
  readonly finishedAt: UtcMs | null;
  /** Number of records then. */
  readonly records: number;
  /** Records that were found damaged and not found sound since. */
  readonly damage: readonly Damage[];
  /** Position of the current reading; null when none is in progress. */
  readonly position: Position | null;
  /** Damage found so far by the current reading. */
  readonly found: readonly Damage[];
}

const NO_NOTE: ScrubNote = { finishedAt: null, records: 0, damage: [], position: null, found: [] };

/** File in the data folder. */
const FILE = 'scrub.json';
/** Maximum number of entries; with more the whole disk is failing. */
const MOST = 100;

/** The note in a data folder. Empty if it is absent or unreadable; the log is then read from the beginning. */
export async function readScrubNote(disk: Disk, folder: string): Promise<ScrubNote> {
  try {
    const noted: unknown = JSON.parse((await readWhole(disk, join(folder, FILE)))?.toString() ?? 'null');
    if (!isRecord(noted)) return NO_NOTE;
    const { finishedAt, records, damage, position, found } = noted;
    return {
      finishedAt: isNumber(finishedAt) ? finishedAt : null,
      records: isNumber(records) ? records : 0,
      damage: damageIn(damage),
      position: positionIn(position),
      found: damageIn(found),
    };
  } catch (error) {
    if (error instanceof DiskError || error instanceof SyntaxError) return NO_NOTE;
    throw error;
  }
}

/** Throws DiskError. */
export async function writeScrubNote(disk: Disk, folder: string, note: ScrubNote): Promise<void> {
  const position = note.position && { ...note.position, hash: note.position.hash.toString('hex') };
  await writeAtomic(disk, join(folder, FILE), Buffer.from(`${JSON.stringify({ ...note, position })}\n`));
}

/** The damage of both lists, each record once, in the order of the log; limited so that the file stays small. */
export function allDamage(one: readonly Damage[], other: readonly Damage[]): readonly Damage[] {
  const sorted = [...one, ...other].sort((a, b) => a.firstMissing - b.firstMissing || b.lastMissing - a.lastMissing);
  const all: Damage[] = [];
  for (const damage of sorted) {
    const before = all.at(-1);
    if (before === undefined || damage.lastMissing > before.lastMissing || damage.lastMissing === 0) all.push(damage);
  }
  return all.slice(0, MOST);
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function damageIn(value: unknown): readonly Damage[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    const { segment, offset, firstMissing, lastMissing } = entry;
    const isWhole = isNumber(segment) && isNumber(offset) && isNumber(firstMissing) && isNumber(lastMissing);
    return isWhole ? [{ segment, offset, firstMissing, lastMissing }] : [];
  });
}

function positionIn(value: unknown): Position | null {
  if (!isRecord(value)) return null;
  const { segment, start, offset, sequence, epoch, hash } = value;
  const areNumbers = isNumber(segment) && isNumber(start) && isNumber(offset) && isNumber(sequence) && isNumber(epoch);
  if (!areNumbers || typeof hash !== 'string') return null;
  return { segment, start, offset, sequence, epoch, hash: Buffer.from(hash, 'hex') };
}
