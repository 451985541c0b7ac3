import { join } from 'node:path';
import type { UtcMs } from '../../base/index.js';

/** A backup in the folder for rolling backups, described by its name. */
export interface StoredBackup {
  readonly file: string;
  readonly at: UtcMs;
  /** Last record in it. */
  readonly sequence: number;
}

/** The backups of one box in a folder, highest record first, and the files of unfinished backups. */
export interface BackupFolderContent {
  readonly backups: readonly StoredBackup[];
  readonly leftovers: readonly string[];
}

/** `kasirbox-1a2b3c4d-20261121T130500Z-1234.age`: box, time (UTC), last record. */
const NAME = /^kasirbox-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(\d{1,15})\.age(\.[0-9a-z.]*tmp)?$/;

export function storedBackupName(boxId: string, at: UtcMs, sequence: number): string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  return `kasirbox-${boxId.slice(0, 8)}-${time}-${sequence}.age`;
}

/** Sorts the names in a folder. Backups of other boxes and other files are ignored. */
export function backupFolderContent(folder: string, names: readonly string[], boxId: string): BackupFolderContent {
  const backups: StoredBackup[] = [];
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
 * The backups of the current ledger, newest first. A backup with later records was made before the box was restored
 * from an older backup. It may be the only copy of those receipts, so it is neither counted nor removed.
 */
export function ofCurrentLedger(backups: readonly StoredBackup[], sequence: number): readonly StoredBackup[] {
  return backups.filter((backup) => backup.sequence <= sequence);
}
