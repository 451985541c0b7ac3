import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { CrashState, Piece } from './crashStates.js';
import { readWhole, type WriteLog } from './writeLog.js';

/** Longest piece that is held in memory, bytes. */
const CHUNK = 1024 * 1024;

/**
 * The card as it was before the log, and then in one state after the other. What a state has behind its last flush is taken back
 * before the next, so that each costs only what was written between them.
 */
export class CardState {
  private applied = 0;
  /** What the tail of the state has covered, the last first. */
  private covered: { readonly at: number; readonly bytes: Buffer }[] = [];

  private constructor(
    private readonly log: WriteLog,
    private readonly image: number,
    /** The image; whoever changes it breaks the states that follow. */
    readonly path: string,
  ) {}

  /** Copies the card as it was before the log, without the room that its empty parts would take. */
  static of(log: WriteLog, base: string, path: string): CardState {
    execFileSync('cp', ['--sparse=always', '--reflink=auto', '--', base, path]);
    return new CardState(log, openSync(path, 'r+'), path);
  }

  /** Makes the image what it was in this state. Throws when it lies before the one it was moved to last. */
  moveTo({ through, tail }: CrashState): void {
    if (through < this.applied) throw new Error('the states of a card go forward');
    for (const { at, bytes } of this.covered.splice(0).reverse()) writeSync(this.image, bytes, 0, bytes.length, at);
    for (const entry of this.log.entries.slice(this.applied, through)) {
      this.write({ entry, from: 0, length: entry.length }, false);
    }
    this.applied = through;
    for (const piece of tail) this.write(piece, true);
  }

  close(): void {
    closeSync(this.image);
  }

  private write({ entry, from, length }: Piece, isTakenBack: boolean): void {
    for (let done = 0; done < length; done += CHUNK) {
      const bytes = Buffer.alloc(Math.min(CHUNK, length - done));
      const at = entry.start + from + done;
      if (isTakenBack) {
        const before = Buffer.alloc(bytes.length);
        readWhole(this.image, before, at);
        this.covered.push({ at, bytes: before });
      }
      this.log.read(entry, from + done, bytes);
      writeSync(this.image, bytes, 0, bytes.length, at);
    }
  }
}
