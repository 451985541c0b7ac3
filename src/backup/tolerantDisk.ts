import { type Disk, DiskError, type DiskFile } from '../base/index.js';
import { BLOCK } from '../ledger/index.js';

/**
 * A failing disk, for reading: unreadable blocks are read as zeros, so that the data around them is saved. The check of the
 * records finds what was lost with them. Files that cannot even be opened still reject.
 */
export interface TolerantDisk extends Disk {
  /** From now on another unreadable block rejects: the records were checked without its loss. */
  readonly becomeStrict: () => void;
}

/** Lost blocks, `path:offset`, and whether there may be more. */
interface Losses {
  readonly blocks: Set<string>;
  mayGrow: boolean;
}

export function tolerant(disk: Disk): TolerantDisk {
  const losses: Losses = { blocks: new Set(), mayGrow: true };
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
  };
}

function tolerantFile(file: DiskFile, path: string, losses: Losses): DiskFile {
  return {
    size: () => file.size(),
    async read(position, length) {
      try {
        return await file.read(position, length);
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        return readBlocks(file, path, { position, length }, losses);
      }
    },
    write: (position, bytes) => file.write(position, bytes),
    datasync: () => file.datasync(),
    close: () => file.close(),
  };
}

/** Block by block, so that no more is lost than the disk has lost. */
async function readBlocks(
  file: DiskFile,
  path: string,
  { position, length }: { readonly position: number; readonly length: number },
  { blocks, mayGrow }: Losses,
): Promise<Buffer> {
  const end = Math.min(position + length, await file.size());
  const pieces: Buffer[] = [];
  for (let at = position; at < end;) {
    const block = `${path}:${at - (at % BLOCK)}`;
    const size = Math.min(BLOCK - (at % BLOCK), end - at);
    try {
      pieces.push(await file.read(at, size));
    } catch (error) {
      if (!(error instanceof DiskError) || !(mayGrow || blocks.has(block))) throw error;
      blocks.add(block);
      pieces.push(Buffer.alloc(size));
    }
    at += size;
  }
  return Buffer.concat(pieces);
}
