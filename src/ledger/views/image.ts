import { crc32 } from 'node:zlib';
import { type Disk, DiskError, readWhole, writeAtomic } from '../../base/index.js';

/**
 * A saved view on disk: magic, CRC-32 of all that follows it, a JSON head with the length of each part, the parts.
 * It may be deleted at any time; one that is damaged, or not in the format of this release, counts as absent.
 */
const MAGIC = Buffer.from('KBVIEW08');
const PREFIX = 16;

export interface SavedView {
  readonly head: Readonly<Record<string, unknown>>;
  readonly parts: readonly Uint8Array[];
}

/** Writes the file durably, replacing an older one of the name. Throws {@link DiskError}. */
export async function saveView(disk: Disk, path: string, view: SavedView): Promise<void> {
  const head = Buffer.from(JSON.stringify({ ...view.head, lengths: view.parts.map((part) => part.length) }));
  const prefix = Buffer.alloc(PREFIX);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(head.length, 12);
  const bytes = Buffer.concat([prefix, head, ...view.parts]);
  bytes.writeUInt32LE(crc32(bytes.subarray(12)), 8);
  await writeAtomic(disk, path, bytes);
}

/** Reads a saved view; undefined when it is absent or not whole. Its parts belong to the caller, who may change them. */
export async function loadView(disk: Disk, path: string): Promise<SavedView | undefined> {
  const bytes = await readable(disk, path);
  if (bytes === null || bytes.length < PREFIX || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  if (bytes.readUInt32LE(8) !== crc32(bytes.subarray(12))) return undefined;
  return madeOf(() => {
    let position = PREFIX + bytes.readUInt32LE(12);
    const head = JSON.parse(bytes.toString('utf8', PREFIX, position)) as Record<string, unknown> & {
      lengths: number[];
    };
    const parts = head.lengths.map((length) => {
      position += length;
      return bytes.subarray(position - length, position);
    });
    return position === bytes.length ? { head, parts } : undefined;
  });
}

/**
 * The result of `make` for a saved view; undefined when it throws. Even with a right checksum a view may have been written
 * from faulty memory or by another release: then it counts as absent too.
 */
export function madeOf<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** A view on a bad block counts as absent: it can be rebuilt. */
async function readable(disk: Disk, path: string): Promise<Buffer | null> {
  try {
    return await readWhole(disk, path);
  } catch (error) {
    if (error instanceof DiskError) return null;
    throw error;
  }
}
