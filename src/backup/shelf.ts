import { join } from 'node:path';
import type { UtcMs } from '../base/fiscal.js';

/** One backup of the box in the folder of the rolling ones, by its name. */
export interface ShelvedBackup {
  readonly file: string;
  readonly at: UtcMs;
  /** Last record in it. */
  readonly sequence: number;
}

/** What lies in a folder for backups: those of one box, highest record first, and what a cut has left of others. */
export interface ShelfContent {
  readonly backups: readonly ShelvedBackup[];
  readonly leftovers: readonly string[];
}

/** `kasirbox-1a2b3c4d-20261121T130500Z-1234.age`: box, time (UTC), last record. */
const NAME = /^kasirbox-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(\d{1,15})\.age(\.[0-9a-z.]*tmp)?$/;

export function shelvedName(boxId: string, at: UtcMs, sequence: number): string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  return `kasirbox-${boxId.slice(0, 8)}-${time}-${sequence}.age`;
}

/** Sorts the names in a folder; those of other boxes, and all that is no backup, are passed over. */
export function shelfContent(folder: string, names: readonly string[], boxId: string): ShelfContent {
  const backups: ShelvedBackup[] = [];
  const leftovers: string[] = [];
  for (const name of names) {
    const [, id, year, month, day, hour, minute, second, sequence, unfinished] = NAME.exec(name) ?? [];
    if (id !== boxId.slice(0, 8)) continue;
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    if (unfinished !== undefined) leftovers.push(join(folder, name));
    else if (!Number.isNaN(at)) backups.push({ file: join(folder, name), at, sequence: Number(sequence) });
  }
  return { backups: backups.sort((a, b) => b.sequence - a.sequence || b.at - a.at), leftovers };
}

/**
 * Those that hold a part of what the box holds now, newest first. One with later records is of a life that ended when the box
 * was restored from an older backup: it may be the only copy of those receipts, and is nobody's to count or remove.
 */
export function ofThisLife(backups: readonly ShelvedBackup[], sequence: number): readonly ShelvedBackup[] {
  return backups.filter((backup) => backup.sequence <= sequence);
}
