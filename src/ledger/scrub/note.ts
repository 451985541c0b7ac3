import { join } from 'node:path';
import { type Disk, DiskError, isRecord, readWhole, type UtcMs, writeAtomic } from '../../base/index.js';
import type { Damage } from '../recovery.js';
import type { Position } from '../scan.js';

/** What is remembered of the readings of the whole log, so that neither a restart nor a power cut forgets it. */
export interface ScrubNote {
  /** When the log was last read to its end; null when never. */
  readonly finishedAt: UtcMs | null;
  /** How many records there were. */
  readonly records: number;
  /** Records that were found damaged and have not been read since. */
  readonly damage: readonly Damage[];
  /** Where the present reading stands; null while none is under way. */
  readonly position: Position | null;
  /** What the present reading has found damaged so far. */
  readonly found: readonly Damage[];
}

export const NO_NOTE: ScrubNote = { finishedAt: null, records: 0, damage: [], position: null, found: [] };

/** In the data folder. */
const FILE = 'scrub.json';
/** More are not told one by one: the whole disk is failing then. */
const MOST = 100;

/** The note in a data folder; an empty one where there is none, or it cannot be read: then the log is read anew. */
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

/** The damage of both, each record once, in the order of the log; never more than fits into a small file. */
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
