import { dirname, join } from 'node:path';
import { type Disk, failed, ok, type Result, type UtcMs } from '../../base/index.js';
import { type Ledger, LOG_FOLDER, readIdentity, type Verification, verifyLedger } from '../../platform/ledger/index.js';
import { BACKUP_CODE_FILE, type BackupCode, writeCode } from './backupCode.js';
import { FOLDERS, ID_FILE, type Manifest, MOVED, RESTORED, UNFINISHED } from './format.js';
import { type BackupFault, readBackup } from './readBackup.js';

interface RestoreOptions {
  readonly disk: Disk;
  /** The data folder; the caller holds its lock. It is empty, or has the files of an unfinished restore. */
  readonly folder: string;
  readonly bytes: ReadableStream<Uint8Array>;
  readonly code: BackupCode;
  /** Called with the bytes of the log written so far. */
  readonly progress?: (done: number) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Verification of the restored log, read again from the disk. */
  readonly verification: Verification;
}

/** `occupied`: the folder is not empty. */
type RestoreFault = BackupFault | 'occupied';

/** Names that an empty data folder may have: the lock of a box, and the folder in the root of a file system. */
const NOTHING: readonly string[] = ['lock', 'lost+found'];
/** Folders that a backup fills. */
const FILLED = [LOG_FOLDER, ...FOLDERS];
/** Folders of a box for data that can be recreated. Empty ones do not prevent a restore. */
const MADE_AGAIN = ['views', 'documents'];

/**
 * Restores a backup into an empty folder, durably. A marker file exists in the folder from the first byte to the last,
 * so that the remains of a power cut neither count as a box nor prevent the next attempt. If the backup cannot be read
 * to its end, contradicts its manifest, or the disk is full, the folder is emptied again. Rejects with a DiskError, or
 * as `bytes` does.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Result<Restored, RestoreFault>> {
  const { disk, folder } = options;
  if ((await filesBlockingRestore(disk, folder)).length > 0) return failed('occupied');
  if (await isUnfinished(disk, folder)) await clear(disk, folder);

  await disk.makeDir(folder);
  await putMarker(disk, folder, UNFINISHED);
  let restored: Result<Restored, BackupFault>;
  try {
    restored = await unpack(options);
  } catch (error) {
    // If this fails too, the marker stays, and the first error is the one that matters.
    await clear(disk, folder)
      .then(() => removeMarker(disk, folder, UNFINISHED))
      .catch(() => undefined);
    throw error;
  }
  if (!restored.ok) await clear(disk, folder);
  await removeMarker(disk, folder, UNFINISHED);
  return restored;
}

async function unpack(options: RestoreOptions): Promise<Result<Restored, BackupFault>> {
  const { disk, folder, bytes, code, progress } = options;
  let done = 0;
  const read = await readBackup(bytes, code, {
    manifest: () => undefined,
    file: async (name, _, pieces) => {
      const path = join(folder, name);
      await disk.makeDir(dirname(path));
      const file = await disk.create(path);
      try {
        let at = 0;
        for await (const piece of pieces) {
          file.write(at, piece);
          at += piece.length;
          done += piece.length;
          progress?.(done);
        }
        await file.datasync();
      } finally {
        await file.close();
      }
    },
  });
  if (!read.ok) return read;
  const there = await disk.list(folder);
  for (const inside of FILLED.filter((name) => there.includes(name))) await disk.syncDir(join(folder, inside));
  await disk.syncDir(folder);
  const verification = await verifyLedger({ disk, folder });
  const identity = await readIdentity(disk, folder);
  if (!matchesManifest(read.value, identity, verification)) return failed('damaged');
  await writeCode(disk, folder, code);
  for (const marker of [MOVED, RESTORED]) await putMarker(disk, folder, marker);
  return ok({ manifest: read.value, verification });
}

/**
 * True when the restored log is the one of the manifest. A sound log ends with the record named there. A log that was
 * never begun has no id, and may have no segment.
 */
function matchesManifest(
  { boxId, end, sound = true }: Manifest,
  identity: Buffer | 'unreadable' | undefined,
  { sequence, hash, faults }: Verification,
): boolean {
  if (identity === undefined) return sound && end.sequence === 0 && sequence === 0 && faults.length === 0;
  if (!(identity instanceof Buffer) || identity.toString('hex') !== boxId) return false;
  return !sound || (sequence === end.sequence && (sequence === 0 || hash === end.hash));
}

async function putMarker(disk: Disk, folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  await disk.remove(path);
  const file = await disk.create(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
  await disk.syncDir(folder);
}

async function removeMarker(disk: Disk, folder: string, name: string): Promise<void> {
  await disk.remove(join(folder, name));
  await disk.syncDir(folder);
}

/** Removes the files of an earlier restore, and nothing else. */
async function clear(disk: Disk, folder: string): Promise<void> {
  for (const inside of FILLED) {
    for (const name of await disk.list(join(folder, inside))) await disk.remove(join(folder, inside, name));
  }
  for (const name of [ID_FILE, BACKUP_CODE_FILE, MOVED, RESTORED]) await disk.remove(join(folder, name));
}

/** Names that prevent a restore. Empty folders, and files of an unfinished restore, do not. */
export async function filesBlockingRestore(disk: Disk, folder: string): Promise<string[]> {
  const names = await disk.list(folder);
  if (names.includes(UNFINISHED)) return [];
  const found: string[] = [];
  for (const name of names) {
    if (NOTHING.includes(name)) continue;
    if (![...FILLED, ...MADE_AGAIN].includes(name) || (await disk.list(join(folder, name))).length > 0)
      found.push(name);
  }
  return found;
}

/** True when a restore into this folder has not finished. The folder is not a box then. */
export async function isUnfinished(disk: Disk, folder: string): Promise<boolean> {
  return (await disk.list(folder)).includes(UNFINISHED);
}

/** True when the box from which the backup was made may have issued receipts that this box does not have. */
export async function isRestored(disk: Disk, folder: string): Promise<boolean> {
  return (await disk.list(folder)).includes(RESTORED);
}

/**
 * From the next start on, queued requests are not issued automatically, since they may have been issued before. Throws
 * DiskError.
 */
export async function markRestored(disk: Disk, folder: string): Promise<void> {
  await putMarker(disk, folder, RESTORED);
}

/** Removes the marker after that was checked. */
export async function clearRestored(disk: Disk, folder: string): Promise<void> {
  await removeMarker(disk, folder, RESTORED);
}

/**
 * Records once after a restore, before anything starts, that the box is on another machine: crashes, resets and the
 * resulting safe mode belong to a machine. If the ledger cannot be written, it is tried again at the next start.
 */
export async function recordMove(disk: Disk, folder: string, ledger: Pick<Ledger, 'put'>, now: UtcMs): Promise<void> {
  if (!(await disk.list(folder)).includes(MOVED)) return;
  const recorded = await ledger.put({ type: 'event', event: { at: now, kind: 'moved' } });
  if (recorded.ok) await removeMarker(disk, folder, MOVED);
}
