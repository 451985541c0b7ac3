import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { guardedFolder } from './guard.js';

/** Of a disk that is filled by no more than a test, bytes. */
const SIZE = 64 * 1024 * 1024;
const CUT = resolve(import.meta.dirname, 'cut.py');
/** Python of the machine, which has what the programs of the kit need. */
const PYTHON = '/usr/bin/python3';

let made = 0;

/** What a device has taken since it was made; see Documentation/block/stat.rst of Linux. */
export interface DeviceCounts {
  readonly writes: number;
  readonly bytes: number;
  readonly flushes: number;
  /** Requests that are under way. */
  readonly inFlight: number;
}

/**
 * An ext4 with its journal, as every Debian makes it, on a loop device over a file: a disk of its own that can go away
 * under a process, or be copied as it is at a moment. Needs root. A guard removes it whatever becomes of the test.
 */
export class LoopDisk {
  private constructor(
    private readonly image: string,
    /** Where it is mounted. */
    readonly folder: string,
  ) {}

  /** A new, empty disk. */
  static make(bytes = SIZE): LoopDisk {
    const disk = LoopDisk.named();
    writeFileSync(disk.image, '');
    truncateSync(disk.image, bytes);
    // Nothing is left to do in the background, which would count as writes of the box.
    const eager = 'lazy_itable_init=0,lazy_journal_init=0';
    run('mkfs.ext4', '-q', '-F', '-b', '4096', '-E', eager, disk.image);
    disk.mount();
    return disk;
  }

  /** Why this machine cannot have one; undefined when it can. */
  static unavailable(): string | undefined {
    try {
      const disk = LoopDisk.make();
      try {
        run(PYTHON, CUT, disk.folder);
        disk.remount();
      } finally {
        disk.remove();
      }
      return undefined;
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return `no ext4 can be mounted on a loop device and cut off here: ${said.trim().replaceAll('\n', '; ')}`;
    }
  }

  private static named(): LoopDisk {
    made += 1;
    const root = guardedFolder();
    const folder = join(root, `mounted-${made}`);
    mkdirSync(folder);
    return new LoopDisk(join(root, `image-${made}`), folder);
  }

  mount(): void {
    run('mount', '-t', 'ext4', '-o', 'loop', this.image, this.folder);
  }

  /** Takes it away and puts it on again, as a restart does; the journal of one that was cut off is recovered thereby. */
  remount(): void {
    run('umount', this.folder);
    this.mount();
  }

  /** From now on nothing reaches the image, as after a power cut, and every write and flush fails with EIO. */
  async cut(): Promise<void> {
    await promisify(execFile)(PYTHON, [CUT, this.folder]);
  }

  /**
   * A second disk with what this one's device holds at this moment, not mounted yet; undefined when a write came between,
   * since no power cut leaves a mixture of two moments.
   */
  copy(): LoopDisk | undefined {
    const before = this.counts();
    const copy = LoopDisk.named();
    // Holes stay holes, so that it takes some milliseconds.
    run('cp', '--sparse=always', this.image, copy.image);
    const after = this.counts();
    if (before.inFlight + after.inFlight === 0 && before.writes === after.writes) return copy;
    copy.remove();
    return undefined;
  }

  counts(): DeviceCounts {
    const [, device = ''] = /^(\S+)/.exec(run('findmnt', '-no', 'SOURCE', this.folder)) ?? [];
    const stat = readFileSync(join('/sys/block', device.replace('/dev/', ''), 'stat'), 'utf8');
    const fields = stat.trim().split(/\s+/).map(Number);
    const [writes = 0, sectors = 0, inFlight = 0, flushes = 0] = [fields[4], fields[6], fields[8], fields[15]];
    return { writes, bytes: sectors * 512, flushes, inFlight };
  }

  /** Nothing is left of it. Files that are open on it keep its device until they are closed. */
  remove(): void {
    if (existsSync(this.folder) && readFileSync('/proc/self/mounts', 'utf8').includes(` ${this.folder} `)) {
      run('umount', '--lazy', this.folder);
    }
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.image, { force: true });
  }
}

function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
