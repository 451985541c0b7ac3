import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UtcMs } from '../../base/index.js';

/** A backup in the folder for rolling backups, described by its name. */
interface StoredBackup {
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

/**
 * State of the folder for backups. `absent`: there is no such folder; `same-disk`: it is on the disk of the box, as the
 * mount point is while the stick is removed; `silent`: it does not answer, or cannot be read.
 */
export type BackupFolder =
  | { readonly state: 'absent' }
  | { readonly state: 'same-disk' }
  | { readonly state: 'silent' }
  | ({ readonly state: 'ready' } & BackupFolderContent);

interface FolderProbeOptions {
  /** The data folder. */
  readonly folder: string;
  /** 32 hex digits. */
  readonly boxId: string;
  /** Types of file systems that are not disks, as `stat -f` names them. */
  readonly noDisks?: readonly string[];
}

const run = promisify(execFile);

/**
 * Prints the devices of the folder, the data and the system, the type of its file system, and its names. Exit 3: no
 * folder.
 */
const SCRIPT = `[ -d "$1" ] || exit 3; stat -Lc %d -- "$1" "$2" / && stat -Lfc %T -- "$1" && ls -1 -- "$1"`;
const NO_FOLDER = 3;
/** File systems in memory, which are lost when the power fails. */
const NO_DISKS = ['tmpfs', 'ramfs'];
/** A stick that needs longer is failing, ms. */
const FOLDER_PROBE_TIME_LIMIT = 30_000;
/** Limit for the names of a very full folder, bytes. */
const MAX_NAMES = 4 * 1024 * 1024;

/**
 * Reads the state of the folder in a separate process: a call to a failing stick may hang forever, and would block one
 * of the few threads that also flush the ledger. While one probe hangs, no second one is started.
 */
export class FolderProbe {
  private isBusy = false;

  constructor(private readonly options: FolderProbeOptions) {}

  async run(target: string, signal?: AbortSignal): Promise<BackupFolder> {
    if (this.isBusy) return { state: 'silent' };
    this.isBusy = true;
    const probing = this.probe(target, signal).finally(() => {
      this.isBusy = false;
    });
    return unlessLate(probing, signal);
  }

  private async probe(target: string, signal?: AbortSignal): Promise<BackupFolder> {
    const { folder, boxId, noDisks = NO_DISKS } = this.options;
    try {
      const limits = { timeout: FOLDER_PROBE_TIME_LIMIT, killSignal: 'SIGKILL', maxBuffer: MAX_NAMES } as const;
      const args = ['-c', SCRIPT, 'sh', target, folder];
      const { stdout } = await run('/bin/sh', args, { ...limits, ...(signal && { signal }) });
      const [device, ofData, ofSystem, kind = '', ...names] = stdout.split('\n');
      if (device === ofData || device === ofSystem || noDisks.includes(kind)) return { state: 'same-disk' };
      return { state: 'ready', ...backupFolderContent(target, names, boxId) };
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && error.code === NO_FOLDER;
      return { state: isAbsent ? 'absent' : 'silent' };
    }
  }
}

/**
 * `silent` if the signal is aborted first or the process does not end: a process that waits for a device cannot be
 * killed.
 */
async function unlessLate(probing: Promise<BackupFolder>, signal?: AbortSignal): Promise<BackupFolder> {
  let giveUp = (): void => undefined;
  const givenUp = new Promise<BackupFolder>((resolve) => {
    giveUp = () => resolve({ state: 'silent' });
  });
  const timer = setTimeout(giveUp, FOLDER_PROBE_TIME_LIMIT + 1000).unref();
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([probing, givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
