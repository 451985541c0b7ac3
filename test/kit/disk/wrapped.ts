import type { Disk, DiskFile } from '../../../src/base/disk.js';

/** The operations that a wrapper does in another way than the disk below. */
export interface Wrapping {
  readonly disk?: Partial<Disk>;
  readonly file?: (file: DiskFile, path: string) => Partial<DiskFile>;
}

/** A disk that is another one but for some operations. */
export function wrapped(below: Disk, { disk = {}, file = () => ({}) }: Wrapping): Disk {
  const wrapFile = (inner: DiskFile, path: string): DiskFile => ({
    size: () => inner.size(),
    read: (position, length) => inner.read(position, length),
    write: (position, bytes) => inner.write(position, bytes),
    datasync: () => inner.datasync(),
    close: () => inner.close(),
    ...file(inner, path),
  });
  return {
    open: async (path) => wrapFile(await below.open(path), path),
    create: async (path) => wrapFile(await below.create(path), path),
    list: (folder) => below.list(folder),
    makeDir: (folder) => below.makeDir(folder),
    rename: (from, to) => below.rename(from, to),
    remove: (path) => below.remove(path),
    syncDir: (folder) => below.syncDir(folder),
    freeBytes: (folder) => below.freeBytes(folder),
    ...disk,
  };
}
