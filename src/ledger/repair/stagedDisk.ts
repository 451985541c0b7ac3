import { basename, dirname } from 'node:path';
import { type Disk, DiskError, type DiskFile } from '../../base/index.js';

/**
 * A disk on which some files have other bytes than on the real one, in memory alone: what a repair would leave is checked on it
 * before anything is changed. It takes no writes.
 */
export function stagedDisk(disk: Disk, staged: ReadonlyMap<string, Buffer>): Disk {
  const refuse = (operation: string) => (path: string) => Promise.reject(new DiskError('EROFS', operation, path));
  return {
    open(path) {
      const bytes = staged.get(path);
      return bytes === undefined ? disk.open(path) : Promise.resolve(memoryFile(path, bytes));
    },
    async list(folder) {
      const names = [...staged.keys()].filter((path) => dirname(path) === folder).map((path) => basename(path));
      return [...new Set([...(await disk.list(folder)), ...names])].sort();
    },
    freeBytes: (folder) => disk.freeBytes(folder),
    create: refuse('create'),
    makeDir: refuse('mkdir'),
    rename: refuse('rename'),
    remove: refuse('remove'),
    syncDir: refuse('sync'),
  };
}

/** A file that only reads. */
export function memoryFile(path: string, bytes: Buffer): DiskFile {
  return {
    size: () => Promise.resolve(bytes.length),
    read: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
    write() {
      throw new DiskError('EROFS', 'write', path);
    },
    datasync: () => Promise.reject(new DiskError('EROFS', 'sync', path)),
    close: () => Promise.resolve(),
  };
}
