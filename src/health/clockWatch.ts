import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.js';
import { type ClockBounds, type ClockTrust, isBehind, judgeClock } from '../base/clockTrust.js';
import type { Log } from '../base/log.js';
import { localTime } from '../base/time.js';
import type { BoxEvent } from '../ledger/event.js';

export interface ClockWatchParts extends ClockBounds {
  readonly clock: Omit<Clock, 'isTrusted'>;
  readonly log: Log;
  /** Where the machine tells of its clock: `/`. */
  readonly root: string;
  /** Keeps a jump for later. */
  readonly record: (event: BoxEvent) => Promise<unknown>;
}

/** Between two looks at the clock, ms. */
const LOOK = 10_000;
/** Between two questions to systemd, which cost a process, ms. */
const ASK = 10 * 60_000;
const ASK_LIMIT = 5_000;
/** A clock that is put right by slewing gains or loses a few ms between two looks (500 ppm); one that is set jumps, ms. */
const JUMP = 5_000;

/**
 * Knows what vouches for the clock on the wall, and notices when it jumps against the time that has passed. A clock that
 * was set by a time server stays so: until it jumps back before the build of this program, it goes on as well as any.
 */
export class ClockWatch {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly isFromRtc: boolean;
  private isSynchronized = false;
  private seen: { readonly wall: number; readonly passed: number };
  private current: ClockTrust;

  /** Looks once, at files only. */
  constructor(private readonly parts: ClockWatchParts) {
    this.isFromRtc = isFromRtc(parts.root);
    this.seen = this.reading();
    this.current = this.judge();
  }

  get trust(): ClockTrust {
    return this.current;
  }

  start(): void {
    const { clock, log } = this.parts;
    const shows = localTime(clock.now());
    log('clock.trust', { trust: this.current, shows });
    if (isBehind(clock.now(), this.parts)) log('clock.behind', { shows });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, root } = this.parts;
    for (let askAt = -Infinity; ;) {
      if (!this.isSynchronized && clock.monotonic() >= askAt) {
        this.isSynchronized = await isSynchronizedBySystemd(root, this.stopped.signal);
        askAt = clock.monotonic() + ASK;
      }
      await this.look();
      if (!(await clock.sleep(LOOK, this.stopped.signal))) return;
    }
  }

  /** Compares the clock on the wall with the time that has passed since the last look, and judges it anew. */
  async look(): Promise<void> {
    const { clock, log, record } = this.parts;
    const [before, now] = [this.seen, this.reading()];
    this.seen = now;
    const [was, trust] = [this.current, this.judge()];
    this.current = trust;
    if (trust !== was) log('clock.trust', { trust, shows: localTime(clock.now()) });
    const [from, to] = [Math.round(before.wall + now.passed - before.passed), now.wall];
    if (Math.abs(to - from) < JUMP) return;
    log('clock.jumped', { from: localTime(from), to: localTime(to), trust });
    await record({ at: to, kind: 'clock', from, to, trust });
  }

  private reading(): { readonly wall: number; readonly passed: number } {
    const { clock } = this.parts;
    return { wall: clock.now(), passed: clock.monotonic() };
  }

  private judge(): ClockTrust {
    const { clock, root } = this.parts;
    this.isSynchronized ||= existsSync(join(root, 'run/systemd/timesync/synchronized'));
    const { isSynchronized, isFromRtc } = this;
    return judgeClock(clock.now(), { isSynchronized, isFromRtc }, this.parts);
  }
}

/** Has the kernel set its clock from a real-time clock at the start (Documentation/ABI/testing/sysfs-class-rtc: hctosys)? */
function isFromRtc(root: string): boolean {
  const folder = join(root, 'sys/class/rtc');
  try {
    return readdirSync(folder).some((rtc) => readFileSync(join(folder, rtc, 'hctosys'), 'latin1').trim() === '1');
  } catch {
    return false; // there is none
  }
}

/**
 * Does the kernel say that its clock is kept in step? That covers programs that leave no file, such as chrony. The kernel
 * itself tells by a system call alone (adjtimex), which Node does not have.
 */
function isSynchronizedBySystemd(root: string, signal: AbortSignal): Promise<boolean> {
  const program = join(root, 'usr/bin/timedatectl');
  return new Promise((resolve) => {
    execFile(
      program,
      ['show', '--property=NTPSynchronized', '--value'],
      { signal, timeout: ASK_LIMIT, killSignal: 'SIGKILL' },
      (error, stdout) => resolve(error === null && stdout.trim() === 'yes'),
    );
  });
}
