import { dirname, join } from 'node:path';
import type { Disk } from '../base/disk.js';
import { failed, ok, type Result } from '../base/result.js';
import { readIdentity } from '../ledger/identity.js';
import { LOG_FOLDER } from '../ledger/open.js';
import { type Verification, verifyLedger } from '../ledger/verify.js';
import { CODE_FILE, type RecoveryCode, writeCode } from './code.js';
import { FOLDERS, ID_FILE, type Manifest, RESTORED, UNFINISHED } from './format.js';
import { type BackupFault, readBackup } from './read.js';

export interface RestoreOptions {
  readonly disk: Disk;
  /** The data folder, whose lock the caller holds; empty, or left by a restore that did not come to its end. */
  readonly folder: string;
  readonly bytes: ReadableStream<Uint8Array>;
  readonly code: RecoveryCode;
  /** Called with the bytes of the log that are written. */
  readonly progress?: (done: number) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** What the log that was restored looks like, read once more from the disk. */
  readonly verification: Verification;
}

/** `occupied`: the folder holds something. */
export type RestoreFault = BackupFault | 'occupied';

/** Stand in an empty data folder too: the lock of a box, and what a file system of its own has in its root. */
const NOTHING: readonly string[] = ['lock', 'lost+found'];
/** Folders that a backup fills. */
const FILLED = [LOG_FOLDER, ...FOLDERS];

/**
 * Lays a backup into an empty folder, durably. A mark stands in the folder from the first byte to the last, so that what
 * a power cut leaves is neither taken for a box nor in the way of the next try. Where the backup cannot be read to its
 * end, is not what it says of itself, or the disk takes no more, the folder is empty again. Rejects with a DiskError, or as
 * `bytes` does.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Result<Restored, RestoreFault>> {
  const { disk, folder } = options;
  if ((await occupants(disk, folder)).length > 0) return failed('occupied');
  if (await isUnfinished(disk, folder)) await clear(disk, folder);

  await disk.makeDir(folder);
  await mark(disk, folder, UNFINISHED);
  let restored: Result<Restored, BackupFault>;
  try {
    restored = await layDown(options);
  } catch (error) {
    // When even this fails, the mark stays, and the first error is the one that tells something.
    await clear(disk, folder)
      .then(() => unmark(disk, folder, UNFINISHED))
      .catch(() => undefined);
    throw error;
  }
  if (!restored.ok) await clear(disk, folder);
  await unmark(disk, folder, UNFINISHED);
  return restored;
}

async function layDown(options: RestoreOptions): Promise<Result<Restored, BackupFault>> {
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
  if (!holdsTo(read.value, identity, verification)) return failed('damaged');
  await writeCode(disk, folder, code);
  await mark(disk, folder, RESTORED);
  return ok({ manifest: read.value, verification });
}

/**
 * Is it what the manifest says? A log that was sound ends with the record that is named there. One that was never begun has
 * no id, and may have no segment.
 */
function holdsTo(
  { boxId, end, sound = true }: Manifest,
  identity: Buffer | 'unreadable' | undefined,
  { sequence, hash, faults }: Verification,
): boolean {
  if (identity === undefined) return sound && end.sequence === 0 && sequence === 0 && faults.length === 0;
  if (!(identity instanceof Buffer) || identity.toString('hex') !== boxId) return false;
  return !sound || (sequence === end.sequence && (sequence === 0 || hash === end.hash));
}

async function mark(disk: Disk, folder: string, name: string): Promise<void> {
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

async function unmark(disk: Disk, folder: string, name: string): Promise<void> {
  await disk.remove(join(folder, name));
  await disk.syncDir(folder);
}

/** Takes away what an earlier restore has laid there, and nothing else. */
async function clear(disk: Disk, folder: string): Promise<void> {
  for (const inside of FILLED) {
    for (const name of await disk.list(join(folder, inside))) await disk.remove(join(folder, inside, name));
  }
  for (const name of [ID_FILE, CODE_FILE, RESTORED]) await disk.remove(join(folder, name));
}

/** What is in the way of a restore. Empty folders, and whatever one that did not come to its end has left, are not. */
export async function occupants(disk: Disk, folder: string): Promise<string[]> {
  const names = await disk.list(folder);
  if (names.includes(UNFINISHED)) return [];
  const found: string[] = [];
  for (const name of names) {
    if (NOTHING.includes(name)) continue;
    if (!FILLED.includes(name) || (await disk.list(join(folder, name))).length > 0) found.push(name);
  }
  return found;
}

/** Is the folder that of a restore that did not come to its end? It is no box then. */
export async function isUnfinished(disk: Disk, folder: string): Promise<boolean> {
  return (await disk.list(folder)).includes(UNFINISHED);
}

/** May the box from which the backup was taken have issued what this one knows nothing of? */
export async function isRestored(disk: Disk, folder: string): Promise<boolean> {
  return (await disk.list(folder)).includes(RESTORED);
}

/** That has been looked after. */
export async function forgetRestored(disk: Disk, folder: string): Promise<void> {
  await unmark(disk, folder, RESTORED);
}
