import { dirname } from 'node:path';
import { type Disk, DiskError, type DiskFile } from './disk.js';

/** As {@link replaceAtomic}, with bytes that are at hand. */
export function writeAtomic(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  return replaceAtomic(disk, path, (file) => file.write(0, bytes));
}

/**
 * Replaces a whole file so that a power cut leaves either the old bytes or the new ones, never a mixture: temporary
 * file, datasync, rename, then the folder is synced, so that the new name is durable when this resolves. One writer
 * per temporary path at a time, which lies in the same folder. Rejects with a {@link DiskError} or with what `fill` threw; the old file then still stands, unless
 * only the last step failed.
 */
export async function replaceAtomic(
  disk: Disk,
  path: string,
  fill: (file: DiskFile) => void | Promise<void>,
  temporary = `${path}.tmp`,
): Promise<void> {
  await disk.remove(temporary); // left by a power cut
  try {
    const file = await disk.create(temporary);
    try {
      await fill(file);
      await file.datasync();
    } finally {
      await file.close();
    }
    await disk.rename(temporary, path);
  } catch (error) {
    // A full disk gets its room back. When even this fails, the first error is the one that tells something.
    await disk.remove(temporary).catch(() => undefined);
    throw error;
  }
  await disk.syncDir(dirname(path));
}

/** The bytes of a whole file, `null` when there is none. Throws a {@link DiskError} for any other failure. */
export async function readWhole(disk: Disk, path: string): Promise<Buffer | null> {
  try {
    const file = await disk.open(path);
    try {
      return await file.read(0, await file.size());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof DiskError && error.code === 'ENOENT') return null;
    throw error;
  }
}
