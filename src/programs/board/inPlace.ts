import { dirname } from 'node:path';
import { type Disk, DiskError, type DiskFile } from '../../base/index.js';

/** Minimum length of a file on the firmware's partition, so that most reports fit into the previous one, bytes. */
const BLOCK = 4096;

/**
 * Overwrites a text file in place. FAT has no journal: replacing a file changes its tables and its folder, on the
 * partition that the board boots from, and leaves the old bytes on the card. The file therefore keeps its length, and
 * the rest becomes blanks. A new or too short file is made long enough for the next time. A power cut may leave a
 * mixture, which readers of the file must be able to detect.
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
