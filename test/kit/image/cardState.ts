import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashState, Piece } from './crashStates.js';
import { partitionOf, takeOut } from './filesystem.js';
import type { Partition } from './partitions.js';
import { readWhole, type WriteLog } from './writeLog.js';

/** Longest piece in memory, bytes. */
const CHUNK = 1024 * 1024;

/** A part of the card in a file of its own: to look into a file is cheap, to take it out of a card each time is not. */
interface Part extends Pick<Partition, 'start' | 'size'> {
  readonly path: string;
  readonly file: number;
}

/**
 * The card as it was before the log, and then in one state after the other. What a state has behind its last flush is taken back
 * before the next, so that each costs only what was written between them.
 */
export class CardState {
  private applied = 0;
  /** What the tail of the state has covered, the last first. */
  private covered: { readonly part: Part; readonly at: number; readonly bytes: Buffer }[] = [];

  private constructor(
    private readonly log: WriteLog,
    private readonly parts: readonly Part[],
    private readonly bytes: number,
  ) {}

  /** Takes the card as it was before the log apart at the beginnings of its partitions, into files of this folder, which is made. */
  static of(log: WriteLog, base: string, folder: string, partitions: readonly Partition[] = []): CardState {
    mkdirSync(folder, { recursive: true });
    const { size } = statSync(base);
    const borders = [0, ...partitions.map(({ start }) => start), size];
    const parts = borders.slice(0, -1).map((start, number) => {
      const path = join(folder, `part${number}`);
      const part = { start, size: (borders[number + 1] ?? size) - start };
      takeOut(base, part, path);
      return { ...part, path, file: openSync(path, 'r+') };
    });
    return new CardState(log, parts, size);
  }

  /**
   * The file of a partition, from 1 on; 0 is what stands before them, with their table. The last goes to the end of the card, wherever
   * its partition ends. Whoever changes it breaks the states that follow.
   */
  part(number: number): string {
    const part = this.parts[number];
    if (part === undefined) throw new Error(`the card has no part ${number}`);
    return part.path;
  }

  /** Copies a partition into a file that may be changed, as large as the table of the card says. */
  copyOut(number: number, path: string): void {
    execFileSync('cp', ['--sparse=auto', '--reflink=auto', '--', this.part(number), path]);
    execFileSync('truncate', [`--size=${partitionOf(this.part(0), number).size}`, path]);
  }

  /** Puts the card together. */
  assemble(path: string): void {
    execFileSync('truncate', ['--size=0', path]);
    for (const { path: part, start } of this.parts) {
      const how = ['bs=1M', 'oflag=seek_bytes', 'conv=sparse,notrunc', 'status=none'];
      execFileSync('dd', [`if=${part}`, `of=${path}`, `seek=${start}`, ...how]);
    }
    execFileSync('truncate', [`--size=${this.bytes}`, path]);
  }

  /** Sets the parts to this state. Throws for an earlier state than the present one. */
  moveTo({ through, tail }: CrashState): void {
    if (through < this.applied) throw new Error('the states of a card go forward');
    for (const { part, at, bytes } of this.covered.splice(0).reverse())
      writeSync(part.file, bytes, 0, bytes.length, at);
    for (const entry of this.log.entries.slice(this.applied, through)) {
      this.write({ entry, from: 0, length: entry.length }, false);
    }
    this.applied = through;
    for (const piece of tail) this.write(piece, true);
  }

  close(): void {
    for (const { file } of this.parts) closeSync(file);
  }

  private write({ entry, from, length }: Piece, isTakenBack: boolean): void {
    if (length === 0) return;
    const first = entry.start + from;
    const part = this.parts.findLast(({ start }) => start <= first);
    if (part === undefined || first + length > part.start + part.size) throw new Error(`no part has all of ${first}`);
    for (let done = 0; done < length; done += CHUNK) {
      const bytes = Buffer.alloc(Math.min(CHUNK, length - done));
      const at = first + done - part.start;
      if (isTakenBack) {
        const before = Buffer.alloc(bytes.length);
        readWhole(part.file, before, at);
        this.covered.push({ part, at, bytes: before });
      }
      this.log.read(entry, from + done, bytes);
      writeSync(part.file, bytes, 0, bytes.length, at);
    }
  }
}
