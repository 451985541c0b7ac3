import { closeSync, openSync, writeSync } from 'node:fs';
import { SECTOR } from './writeLog.js';

/** Writes logs as `blklogwrites` does, for tests without a machine. */
export class LogWriter {
  private readonly file: number;
  private at = SECTOR;
  private entries = 0;

  constructor(path: string) {
    this.file = openSync(path, 'w');
    this.describe();
  }

  /** Bytes of the log so far. */
  get bytes(): number {
    return this.at;
  }

  /** Whole sectors. */
  write(start: number, bytes: Buffer, isForced = false): void {
    this.add(start, bytes.length, isForced ? 2 : 0, bytes);
  }

  flush(): void {
    this.add(0, 0, 1, Buffer.alloc(0));
  }

  discard(start: number, length: number): void {
    this.add(start, length, 4, Buffer.alloc(0));
  }

  close(): void {
    closeSync(this.file);
  }

  private add(start: number, length: number, flags: number, bytes: Buffer): void {
    const header = Buffer.alloc(SECTOR);
    for (const [at, value] of [start / SECTOR, length / SECTOR, flags, 0].entries()) {
      header.writeBigUInt64LE(BigInt(value), at * 8);
    }
    writeSync(this.file, Buffer.concat([header, bytes]), 0, SECTOR + bytes.length, this.at);
    this.at += SECTOR + bytes.length;
    this.entries += 1;
    this.describe();
  }

  private describe(): void {
    const first = Buffer.alloc(SECTOR);
    for (const [at, value] of [0x6a736677736872n, 1n, BigInt(this.entries)].entries()) {
      first.writeBigUInt64LE(value, at * 8);
    }
    first.writeUInt32LE(SECTOR, 24);
    writeSync(this.file, first, 0, SECTOR, 0);
  }
}
