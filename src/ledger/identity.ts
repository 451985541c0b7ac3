import { join } from 'node:path';
import { type Disk, DiskError, readWhole, writeAtomic } from '../base/index.js';

/**
 * The id of the box is stored in a file next to the log as well as in the log: if the whole log is lost, the box is not
 * mistaken for one that was never started. The file is made after the first segment, so a power cut in between leaves a log
 * without the file, which the next start writes, and never a file without a log.
 */
export const ID_FILE = 'box.id';
const HEX = /^[0-9a-f]{32}$/;

/** The id in a data folder; `unreadable` when the file is there but has no id; undefined without a file. */
export async function readIdentity(disk: Disk, folder: string): Promise<Buffer | 'unreadable' | undefined> {
  try {
    const text = await readWhole(disk, join(folder, ID_FILE));
    if (text === null) return undefined;
    const hex = text.toString('latin1').trim();
    // Node decodes up to the first character that is none of hexadecimal, and says nothing.
    return HEX.test(hex) ? Buffer.from(hex, 'hex') : 'unreadable';
  } catch (error) {
    if (error instanceof DiskError) return 'unreadable';
    throw error;
  }
}

/** Writes the file, durably. Throws DiskError. */
export async function writeIdentity(disk: Disk, folder: string, boxId: Buffer): Promise<void> {
  await writeAtomic(disk, join(folder, ID_FILE), identityBytes(boxId));
}

/** What the file holds. */
export function identityBytes(boxId: Buffer): Buffer {
  return Buffer.from(`${boxId.toString('hex')}\n`);
}
