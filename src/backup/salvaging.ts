import { type Disk, DiskError, type DiskFile } from '../base/disk.js';
import { BLOCK } from '../ledger/segment.js';

/**
 * A failing disk, for reading: blocks that it does not give any more are read as zeros. What was lost with them is found
 * by whoever checks the records; what lies around them is saved. Files that cannot even be opened still reject.
 */
export interface SalvagingDisk extends Disk {
  /** From now on the loss of a block that was read before, or not yet, rejects: records were checked without it. */
  readonly loseNoMore: () => void;
}

/** Blocks that were lost, `path:offset`, and whether more may be. */
interface Losses {
  readonly blocks: Set<string>;
  mayGrow: boolean;
}

export function salvaging(disk: Disk): SalvagingDisk {
  const losses: Losses = { blocks: new Set(), mayGrow: true };
  return {
    open: async (path) => salvagingFile(await disk.open(path), path, losses),
    create: (path) => disk.create(path),
    list: (folder) => disk.list(folder),
    makeDir: (folder) => disk.makeDir(folder),
    rename: (from, to) => disk.rename(from, to),
    remove: (path) => disk.remove(path),
    syncDir: (folder) => disk.syncDir(folder),
    freeBytes: (folder) => disk.freeBytes(folder),
    loseNoMore: () => {
      losses.mayGrow = false;
    },
  };
}

function salvagingFile(file: DiskFile, path: string, losses: Losses): DiskFile {
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

/** Block by block, so that no more is given up than the disk has lost. */
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
