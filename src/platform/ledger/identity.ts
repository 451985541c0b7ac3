import { join } from 'node:path';
import { type Disk, DiskError, readWhole, writeAtomic } from '../../base/index.js';

/**
 * The id of the box is stored in the log and in a file next to it. If the whole log is lost, the box is therefore not
 * mistaken for a new one. The file is written after the first segment. A power cut in between leaves a log without the
 * file, which the next start writes, and never a file without a log.
 */
export const ID_FILE = 'box.id';
const HEX = /^[0-9a-f]{32}$/;

/** The id in a data folder; `unreadable` when the file exists without a valid id; undefined without a file. */
export async function readIdentity(disk: Disk, folder: string): Promise<Buffer | 'unreadable' | undefined> {
  try {
    const text = await readWhole(disk, join(folder, ID_FILE));
    if (text === null) return undefined;
    const hex = text.toString('latin1').trim();
    // Node stops decoding at the first non-hexadecimal character without an error.
    return HEX.test(hex) ? Buffer.from(hex, 'hex') : 'unreadable';
  } catch (error) {
    if (error instanceof DiskError) return 'unreadable';
    throw error;
  }
}

/** Writes the file durably. Throws DiskError. */
export async function writeIdentity(disk: Disk, folder: string, boxId: Buffer): Promise<void> {
  await writeAtomic(disk, join(folder, ID_FILE), identityBytes(boxId));
}

/** The content of the file. */
export function identityBytes(boxId: Buffer): Buffer {
  return Buffer.from(`${boxId.toString('hex')}\n`);
}
