import { dirname } from 'node:path';
import { type Disk, DiskError, type DiskFile } from '../base/index.js';

/** What a file of the firmware's partition is at least as long as, so that most reports fit into the one before, bytes. */
const BLOCK = 4096;

/**
 * Writes a text file over itself. FAT has no journal: to replace a file changes its tables and its folder, on the partition that the
 * board starts from, and leaves the old bytes on the card. So the file keeps its length, and what is left of it becomes blanks; a new
 * one, or one that is too short, is made long enough for the next time. A power cut may leave a mixture: whoever reads the file must
 * be able to tell.
 */
export async function writeInPlace(disk: Disk, path: string, bytes: Buffer): Promise<void> {
  const { file, isNew } = await openOrCreate(disk, path);
  try {
    const size = await file.size();
    const length = size >= bytes.length ? size : Math.ceil(bytes.length / BLOCK) * BLOCK;
    const whole = Buffer.alloc(length, ' ');
    bytes.copy(whole);
    file.write(0, whole);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (isNew) await disk.syncDir(dirname(path));
}

async function openOrCreate(disk: Disk, path: string): Promise<{ readonly file: DiskFile; readonly isNew: boolean }> {
  try {
    return { file: await disk.open(path), isNew: false };
  } catch (error) {
    if (!(error instanceof DiskError) || error.code !== 'ENOENT') throw error;
    return { file: await disk.create(path), isNew: true };
  }
}
