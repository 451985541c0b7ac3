import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Sectors of the log, and of the card: what a card writes whole or not at all, bytes. */
export const SECTOR = 512;
/** Entries stand behind a first sector that describes the log. */
const HEADER_BYTES = 32;
const MAGIC = 0x6a736677736872n;
const VERSION = 1n;

const FLUSH = 1;
const FUA = 2;
const DISCARD = 4;
const MARK = 8;
const KNOWN = FLUSH | FUA | DISCARD | MARK;
/** Headers are read that many bytes at a time: in a log of small writes several are found at once. */
const WINDOW = 64 * 1024;

/** One write, discard or flush of a guest. */
export interface Entry {
  /** Where on the card, bytes; nothing there for a mere flush. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
  /** Offset of its bytes in the log; undefined for an entry without any: a discard (reads as zeros from then on), a flush, a mark. */
  readonly dataAt: number | undefined;
  /** Is all that was written before it on the card for good when it ends? */
  readonly isFlush: boolean;
  /** Is it itself on the card for good when it ends? */
  readonly isForced: boolean;
  /** Bytes of the log with this entry, its data included. */
  readonly end: number;
}

/**
 * What QEMU's `blklogwrites` has written down (the format of dm-log-writes, sectors of 512 bytes). Only a list of the entries is kept
 * in memory, some 100 bytes each, never their data.
 */
export class WriteLog {
  private constructor(
    private readonly file: number,
    readonly entries: readonly Entry[],
  ) {}

  /**
   * Opens a log, also one that still grows or whose machine was killed: it ends before the first entry that is not whole. Throws
   * when it is no such log.
   */
  static open(path: string): WriteLog {
    const file = openSync(path, 'r');
    try {
      return new WriteLog(file, entriesOf(file));
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Reads a part of what an entry wrote into a buffer, which says how much. */
  read(entry: Entry, from: number, into: Buffer): void {
    if (entry.dataAt === undefined) into.fill(0);
    else readWhole(this.file, into, entry.dataAt + from);
  }

  close(): void {
    closeSync(this.file);
  }
}

function entriesOf(file: number): Entry[] {
  const { size } = fstatSync(file);
  const window = new Window(file, size);
  const first = window.header(0);
  if (first?.readBigUInt64LE(0) !== MAGIC || first.readBigUInt64LE(8) !== VERSION) {
    throw new Error('this is no log of writes');
  }
  if (first.readUInt32LE(24) !== SECTOR) throw new Error(`the log has sectors of ${first.readUInt32LE(24)} bytes`);
  const entries: Entry[] = [];
  for (let at = SECTOR; ;) {
    const header = window.header(at);
    if (header === undefined) return entries;
    const [sector, count, flags] = [0, 8, 16].map((field) => Number(header.readBigUInt64LE(field))) as [
      number,
      number,
      number,
    ];
    const markBytes = Number(header.readBigUInt64LE(24));
    // A machine that was killed leaves zeros where an entry was about to be written.
    if (flags > KNOWN || (count === 0 && flags === 0)) return entries;
    const [length, hasData] = [count * SECTOR, (flags & (DISCARD | MARK)) === 0 && count > 0];
    const behind = at + SECTOR + (hasData ? length : (flags & MARK) === 0 ? 0 : roundUp(markBytes));
    if (behind > size) return entries;
    entries.push({
      start: sector * SECTOR,
      length: (flags & MARK) === 0 ? length : 0,
      dataAt: hasData ? at + SECTOR : undefined,
      isFlush: (flags & FLUSH) !== 0,
      isForced: (flags & FUA) !== 0,
      end: behind,
    });
    at = behind;
  }
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / SECTOR) * SECTOR;
}

/** Headers of a file, read through one buffer. */
class Window {
  private readonly bytes = Buffer.alloc(WINDOW);
  private from = 0;
  private filled = 0;

  constructor(
    private readonly file: number,
    private readonly size: number,
  ) {}

  /** Undefined where the file ends before it. */
  header(at: number): Buffer | undefined {
    if (at + HEADER_BYTES > this.size) return undefined;
    if (at < this.from || at + HEADER_BYTES > this.from + this.filled) {
      this.from = at;
      this.filled = readSync(this.file, this.bytes, 0, WINDOW, at);
      if (this.filled < HEADER_BYTES) return undefined;
    }
    return this.bytes.subarray(at - this.from, at - this.from + HEADER_BYTES);
  }
}

/** Fills the buffer. Throws where the file ends before. */
export function readWhole(file: number, into: Buffer, at: number): void {
  for (let done = 0; done < into.length;) {
    const count = readSync(file, into, done, into.length - done, at + done);
    if (count === 0) throw new Error(`the file ends at ${at + done}`);
    done += count;
  }
}
