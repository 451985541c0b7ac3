import { Worker } from 'node:worker_threads';
import type { Disk, DiskFile } from '../../src/base/disk.js';

/** A disk whose files are changed by `wrap`. */
function withFiles(disk: Disk, wrap: (file: DiskFile) => DiskFile): Disk {
  return {
    ...disk,
    open: async (path) => wrap(await disk.open(path)),
    create: async (path) => wrap(await disk.create(path)),
  };
}

/** The calls of a file, some of them replaced. */
function replaced(file: DiskFile, calls: Partial<DiskFile>): DiskFile {
  return {
    size: () => file.size(),
    read: (position, length) => file.read(position, length),
    write: (position, bytes) => file.write(position, bytes),
    datasync: () => file.datasync(),
    close: () => file.close(),
    ...calls,
  };
}

/** Never flushes: for making test data quickly, and for nothing else. */
export function unflushed(disk: Disk): Disk {
  const calls = { datasync: async () => undefined };
  return { ...withFiles(disk, (file) => replaced(file, calls)), syncDir: async () => undefined };
}

/** What a flash would have had to take. */
export interface Wear {
  /** Blocks of 4 KB that writes touched, each write for itself: an upper bound, since a flush may join two of them. */
  blocks: number;
  datasyncs: number;
  /** Calls that change names: create, rename, remove, and the sync of a folder. */
  nameChanges: number;
}

export const BLOCK_BYTES = 4096;

/** Counts what goes to the disk. */
export function counting(disk: Disk): { readonly disk: Disk; readonly wear: Wear } {
  const wear: Wear = { blocks: 0, datasyncs: 0, nameChanges: 0 };
  const named = <T>(result: T): T => {
    wear.nameChanges += 1;
    return result;
  };
  const files = withFiles(disk, (file) =>
    replaced(file, {
      write(position, bytes) {
        const last = Math.ceil((position + bytes.length) / BLOCK_BYTES);
        wear.blocks += last - Math.floor(position / BLOCK_BYTES);
        file.write(position, bytes);
      },
      datasync() {
        wear.datasyncs += 1;
        return file.datasync();
      },
    }),
  );
  const changes: Partial<Disk> = {
    create: (path) => named(files.create(path)),
    rename: (from, to) => named(disk.rename(from, to)),
    remove: (path) => named(disk.remove(path)),
    syncDir: (folder) => named(disk.syncDir(folder)),
  };
  return { disk: { ...files, ...changes }, wear };
}

const SLEEPER = `
const { parentPort } = require('node:worker_threads');
const never = new Int32Array(new SharedArrayBuffer(4));
parentPort.on('message', (ms) => {
  Atomics.wait(never, 0, 0, ms);
  parentPort.postMessage(0);
});`;

/**
 * Sleeps for parts of a millisecond without burning the processor that is being measured: timers have steps of 1 ms,
 * so another thread sleeps in their place, one sleep after the other, as flushes wait for each other on a device.
 */
export class Sleeper {
  private readonly worker = new Worker(SLEEPER, { eval: true });
  private readonly sleeping: (() => void)[] = [];

  constructor() {
    this.worker.on('message', () => this.sleeping.shift()?.());
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.sleeping.push(resolve);
      this.worker.postMessage(ms);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** A disk whose every flush takes `ms` longer. */
export function delayed(disk: Disk, sleeper: Sleeper, ms: number): Disk {
  return withFiles(disk, (file) =>
    replaced(file, {
      async datasync() {
        await file.datasync();
        await sleeper.sleep(ms);
      },
    }),
  );
}
