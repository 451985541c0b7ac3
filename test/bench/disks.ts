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

/** Does `work` on a disk whose every flush takes `ms` longer. */
export async function withSlowFlushes<T>(disk: Disk, ms: number, work: (disk: Disk) => Promise<T>): Promise<T> {
  const sleeper = new Sleeper();
  try {
    return await work(delayed(disk, sleeper, ms));
  } finally {
    await sleeper.end();
  }
}
