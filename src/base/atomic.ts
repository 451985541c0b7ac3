import { dirname } from 'node:path';
import { type Disk, DiskError, type DiskFile } from './disk.js';

/** As {@link replaceAtomic}, with these bytes. */
export function writeAtomic(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  return replaceAtomic(disk, path, (file) => file.write(0, bytes));
}

/**
 * Replaces a whole file so that a power cut leaves either the old bytes or the new ones, never a mixture: temporary
 * file, datasync, rename, sync of the folder. The new name is durable when this resolves. The temporary path must be in
 * the same folder and have one writer at a time. Rejects with a {@link DiskError}, or with what `fill` threw; the old
 * file is then still there, unless only the last step failed.
 */
export async function replaceAtomic(
  disk: Disk,
  path: string,
  fill: (file: DiskFile) => void | Promise<void>,
  temporary = `${path}.tmp`,
): Promise<void> {
  await disk.remove(temporary); // from a power cut
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
    // Frees the space on a full disk. If even this fails, the first error is the relevant one.
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
