import { join } from 'node:path';
import { readWhole, writeAtomic } from '../base/atomic.js';
import { type Disk, DiskError } from '../base/disk.js';

/**
 * The id of the box stands beside the log as well as in it: a log that was lost whole is then known for what it is,
 * and not taken for a box that was never started. The file is made behind the first segment, so a cut in between
 * leaves a log without the file, which the next start mends, and never a file without a log.
 */
const FILE = 'box.id';
const BYTES = 16;

/** What the file of a data folder says; `unreadable` when it is there but gives no id. */
export async function readIdentity(disk: Disk, folder: string): Promise<Buffer | 'unreadable' | undefined> {
  try {
    const text = await readWhole(disk, join(folder, FILE));
    if (text === null) return undefined;
    const boxId = Buffer.from(text.toString('latin1').trim(), 'hex');
    return boxId.length === BYTES ? boxId : 'unreadable';
  } catch (error) {
    if (error instanceof DiskError) return 'unreadable';
    throw error;
  }
}

/** Makes the file anew, durably. Throws DiskError. */
export async function writeIdentity(disk: Disk, folder: string, boxId: Buffer): Promise<void> {
  await writeAtomic(disk, join(folder, FILE), Buffer.from(`${boxId.toString('hex')}\n`));
}
