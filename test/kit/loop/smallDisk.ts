import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { guardedFolder } from './guard.js';

const BALLAST = Buffer.alloc(64 * 1024);

let made = 0;

/** A small disk in memory that can be filled. Needs root. A guard removes it whatever becomes of the test. */
export class SmallDisk {
  private constructor(
    /** Where it is mounted. */
    readonly folder: string,
  ) {}

  /** Undefined when none can be mounted. */
  static make(bytes: number): SmallDisk | undefined {
    made += 1;
    const folder = join(guardedFolder(), `mounted-small-${made}`);
    mkdirSync(folder);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
      return new SmallDisk(folder);
    } catch {
      return undefined;
    }
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Leaves no byte of room. */
  fill(): void {
    const file = openSync(this.ballast, 'w');
    try {
      for (;;) writeSync(file, BALLAST);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
  }

  /** There is room again. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }
}
