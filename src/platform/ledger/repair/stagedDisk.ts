import { basename, dirname } from 'node:path';
import { type Disk, DiskError, type DiskFile } from '../../../base/index.js';

/**
 * A read-only disk on which some files have other bytes, in memory only. It is used to verify the result of a repair
 * before anything is changed.
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

/** A read-only file. */
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
