import * as fs from 'node:fs';
import { type Disk, DiskError } from '../../../src/base/disk.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { wrapped } from './wrapped.js';

export interface Faults {
  /** Nothing may grow or be created; existing bytes can be overwritten (ENOSPC). */
  isFull: boolean;
  /** No flush succeeds (EIO). */
  isBroken: boolean;
}

/** The real disk, which a test can make full or failing. */
export function failingDisk(): { readonly disk: Disk; readonly faults: Faults } {
  const faults: Faults = { isFull: false, isBroken: false };
  const needRoom = (operation: string, path: string): void => {
    if (faults.isFull) throw new DiskError('ENOSPC', operation, path);
  };
  const below: Disk = {
    ...nodeDisk,
    async create(path) {
      needRoom('create', path);
      return nodeDisk.create(path);
    },
    freeBytes: async (folder) => (faults.isFull ? 0 : nodeDisk.freeBytes(folder)),
  };
  const disk = wrapped(below, {
    file: (file, path) => ({
      write(position, bytes) {
        if (position + bytes.length > fs.statSync(path).size) needRoom('write', path);
        file.write(position, bytes);
      },
      async datasync() {
        if (faults.isBroken) throw new DiskError('EIO', 'fdatasync', path);
        await file.datasync();
      },
    }),
  });
  return { disk, faults };
}
