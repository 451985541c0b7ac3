import { type Disk, DiskError, type DiskFile } from '../../base/index.js';
import { BLOCK } from './segment.js';

/** Errors that mean lost data; all others (no free descriptor, …) are temporary. */
export const LOSSES: ReadonlySet<string> = new Set(['EIO', 'EBADMSG', 'EUCLEAN', 'ENOENT']);

/**
 * A failing disk, for reading: unreadable blocks are read as zeros, so that the data around them is saved. The checks
 * of the records find what was lost. Files that cannot even be opened still reject.
 */
export interface TolerantDisk extends Disk {
  /** Makes reads reject on further unreadable blocks, because the records were checked without that loss. */
  readonly becomeStrict: () => void;
  /** Offsets of the blocks of a file that could not be read so far, bytes; ascending. */
  readonly lostOf: (path: string) => readonly number[];
}

/** Offsets of the lost blocks, by path, and whether more may be added. */
interface Losses {
  readonly blocks: Map<string, Set<number>>;
  mayGrow: boolean;
}

export function tolerant(disk: Disk): TolerantDisk {
  const losses: Losses = { blocks: new Map(), mayGrow: true };
  return {
    open: async (path) => tolerantFile(await disk.open(path), path, losses),
    create: (path) => disk.create(path),
    list: (folder) => disk.list(folder),
    makeDir: (folder) => disk.makeDir(folder),
    rename: (from, to) => disk.rename(from, to),
    remove: (path) => disk.remove(path),
    syncDir: (folder) => disk.syncDir(folder),
    freeBytes: (folder) => disk.freeBytes(folder),
    becomeStrict: () => {
      losses.mayGrow = false;
    },
    lostOf: (path) => [...(losses.blocks.get(path) ?? [])].sort((a, b) => a - b),
  };
}

function tolerantFile(file: DiskFile, path: string, losses: Losses): DiskFile {
  return {
    size: () => file.size(),
    async read(position, length) {
      try {
        return await file.read(position, length);
      } catch (error) {
        const mayBeLost = losses.mayGrow || losses.blocks.has(path);
        if (!mayBeLost || !isLoss(error)) throw error;
        return readBlocks(file, path, { position, length }, losses);
      }
    },
    write: (position, bytes) => file.write(position, bytes),
    datasync: () => file.datasync(),
    close: () => file.close(),
  };
}

function isLoss(error: unknown): boolean {
  return error instanceof DiskError && LOSSES.has(error.code);
}

/** Reads block by block, so that only the unreadable blocks are lost. */
async function readBlocks(
  file: DiskFile,
  path: string,
  { position, length }: { readonly position: number; readonly length: number },
  { blocks, mayGrow }: Losses,
): Promise<Buffer> {
  const end = Math.min(position + length, await file.size());
  const lost = blocks.get(path) ?? new Set<number>();
  const pieces: Buffer[] = [];
  for (let at = position; at < end;) {
    const block = at - (at % BLOCK);
    const size = Math.min(block + BLOCK, end) - at;
    try {
      pieces.push(await file.read(at, size));
    } catch (error) {
      if (!isLoss(error) || !(mayGrow || lost.has(block))) throw error;
      blocks.set(path, lost.add(block));
      pieces.push(Buffer.alloc(size));
    }
    at += size;
  }
  return Buffer.concat(pieces);
}
