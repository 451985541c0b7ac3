import { dirname, join } from 'node:path';
import {
  type Disk,
  DiskError,
  failed,
  LOCK_FILE,
  ok,
  type Result,
  silentLog,
  START_FAILURE_FILE,
  type UtcMs,
  VERSION,
} from '../../base/index.js';
import {
  Ledger,
  loadSql,
  LOG_FOLDER,
  readIdentity,
  type Verification,
  verifyLedger,
} from '../../platform/ledger/index.js';
import { ENVIRONMENTS } from '../../contract/index.js';
import { SECRETS_FOLDER } from '../../shop/settings/index.js';
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

/**
 * Files and folders that a box creates before its first use, in the order in which they can be removed: at every step,
 * the rest is an empty box.
 */
const FIRST_FOLDERS = ['views', 'log', 'documents', 'tls', SECRETS_FOLDER] as const;
const FIRST_FILES = ['claim-code', 'flash.json', 'control.sock', START_FAILURE_FILE] as const;
const NO_MATTER: readonly string[] = [LOCK_FILE, 'lost+found'];

/**
 * True when the folder has a box that was never used: its own first records and files, and no key, user, item, setting
 * or receipt. Nothing is changed. False when the content is unreadable or unknown.
 */
export async function isEmptyBox(disk: Disk, folder: string): Promise<boolean> {
  const known: readonly string[] = [ID_FILE, ...FIRST_FOLDERS, ...FIRST_FILES, ...NO_MATTER];
  for (const name of await disk.list(folder)) {
    const isEmptyFolder = async (): Promise<boolean> => (await disk.list(join(folder, name))).length === 0;
    if (!known.includes(name) && !(name === 'pfr' && (await isEmptyFolder()))) return false;
  }
  try {
    const sql = await loadSql();
    const ledger = await Ledger.open({
      ...{ disk, folder, sql, version: VERSION, now: Date.now, log: silentLog, readOnly: true },
    });
    try {
      return await holdsNothing(ledger);
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (error instanceof DiskError) return false;
    throw error;
  }
}

async function holdsNothing(ledger: Ledger): Promise<boolean> {
  const { main, damage } = ledger;
  if (damage.length > 0 || main.keys().length > 0 || main.settings.all().size > 0 || main.itemCounts().all > 0)
    return false;
  if (main.users.users().length > 0 || main.users.tablets().length > 0) return false;
  for (const environment of ENVIRONMENTS) {
    const invoices = await ledger.invoices({ environment, skip: 0, limit: 1 });
    if (invoices.length > 0 || main.intents(environment).length > 0) return false;
  }
  return true;
}

/** Removes such a box; the caller holds its lock. Throws DiskError. */
export async function removeEmptyBox(disk: Disk, folder: string): Promise<void> {
  const there = await disk.list(folder);
  await disk.remove(join(folder, ID_FILE));
  for (const inside of FIRST_FOLDERS.filter((name) => there.includes(name))) {
    // The newest segment first: without the first one the log would count as lost.
    for (const name of (await disk.list(join(folder, inside))).toSorted().toReversed()) {
      await disk.remove(join(folder, inside, name));
    }
  }
  for (const name of FIRST_FILES) await disk.remove(join(folder, name));
  await disk.syncDir(folder);
}
