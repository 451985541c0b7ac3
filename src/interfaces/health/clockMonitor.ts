import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  certainTime,
  type CertainTime,
  type Clock,
  type ClockBounds,
  type ClockTrust,
  isBehind,
  assessClock,
  localTime,
  type Log,
  type UtcMs,
} from '../../base/index.js';
import type { BoxEvent } from '../../platform/ledger/index.js';
import { type RtcState, rtcsOf, rtcStateOf } from './board/rtc.js';

interface ClockMonitorDeps extends ClockBounds {
  readonly clock: Omit<Clock, 'isTrusted'>;
  readonly log: Log;
  /** The root of the file system, where the machine shows the source of its clock: `/`. */
  readonly root: string;
  /** Events of the box, oldest first. They include when a time server set its clock. */
  readonly events: () => readonly BoxEvent[];
  /** Records a jump of the clock. */
  readonly record: (event: BoxEvent) => Promise<unknown>;
}

/** Time between two polls of the clock, ms. */
const POLL_INTERVAL = 10_000;
/** Time between two queries of systemd, each of which starts a process, ms. */
const SYSTEMD_INTERVAL = 10 * 60_000;
const SYSTEMD_TIMEOUT = 5_000;
/**
 * A clock that is slewed gains or loses a few ms between two polls (500 ppm); a clock that is set jumps by more. ms.
 */
const JUMP = 5_000;

/**
 * Tracks the trust in the wall clock, and detects when it jumps against the monotonic clock. A clock that was set by a
 * time server remains trusted without it, until it jumps to a time before the build of this program.
 */
export class ClockMonitor {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** State of the battery-backed clock at the start. Once a time server is available, the kernel sets it too. */
  readonly rtc: RtcState;
  private readonly isFromRtc: boolean;
  private isSynchronized = false;
  private lastReading: { readonly wall: number; readonly monotonic: number };
  private current: ClockTrust;
  /** Time of the newest receipt of a real processor. */
  private signed: UtcMs = 0;

  /** Determines the trust in the clock once, from files only. */
  constructor(private readonly deps: ClockMonitorDeps) {
    const rtcs = rtcsOf(deps.root);
    this.rtc = rtcStateOf(rtcs, deps);
    this.isFromRtc = rtcs.some(({ isSource }) => isSource);
    this.lastReading = this.reading();
    this.current = this.judge();
  }

  get trust(): ClockTrust {
    return this.current;
  }

  /** The newest time that has certainly passed, whatever the clock shows. */
  get certain(): CertainTime {
    const { clock, buildTime, events } = this.deps;
    const set = events().flatMap((event) => (event.kind === 'clock' && event.trust === 'network' ? [event.to] : []));
    return certainTime(clock.now(), this.current, {
      ...{ buildTime, signed: this.signed, setByNetwork: Math.max(0, ...set) },
    });
  }

  /** Notes when a real processor last signed; only the newest time counts. */
  noteSigned(at: UtcMs): void {
    this.signed = Math.max(this.signed, at);
  }

  start(): void {
    const { clock, log } = this.deps;
    const shows = localTime(clock.now());
    log('clock.trust', { trust: this.current, shows });
    if (isBehind(clock.now(), this.deps)) log('clock.behind', { shows });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, root } = this.deps;
    for (let askAt = -Infinity; ;) {
      if (!this.isSynchronized && clock.monotonic() >= askAt) {
        this.isSynchronized = await isSynchronizedBySystemd(root, this.stopped.signal);
        askAt = clock.monotonic() + SYSTEMD_INTERVAL;
      }
      await this.poll();
      if (!(await clock.sleep(POLL_INTERVAL, this.stopped.signal))) return;
    }
  }

  /** Compares the wall clock with the time since the last poll, and updates the trust. */
  async poll(): Promise<void> {
    const { clock, log, record } = this.deps;
    const [before, now] = [this.lastReading, this.reading()];
    this.lastReading = now;
    const [was, trust] = [this.current, this.judge()];
    this.current = trust;
    if (trust !== was) log('clock.trust', { trust, shows: localTime(clock.now()) });
    const [from, to] = [Math.round(before.wall + now.monotonic - before.monotonic), now.wall];
    if (Math.abs(to - from) < JUMP) return;
    log('clock.jumped', { from: localTime(from), to: localTime(to), trust });
    await record({ at: to, kind: 'clock', from, to, trust });
  }

  private reading(): { readonly wall: number; readonly monotonic: number } {
    const { clock } = this.deps;
    return { wall: clock.now(), monotonic: clock.monotonic() };
  }

  private judge(): ClockTrust {
    const { clock, root } = this.deps;
    this.isSynchronized ||= existsSync(join(root, 'run/systemd/timesync/synchronized'));
    const { isSynchronized, isFromRtc } = this;
    return assessClock(clock.now(), { isSynchronized, isFromRtc }, this.deps);
  }
}

/**
 * True when the kernel considers its clock synchronized. That covers programs that leave no file, such as chrony. The
 * kernel reports it only by a system call (adjtimex), which Node does not have.
 */
function isSynchronizedBySystemd(root: string, signal: AbortSignal): Promise<boolean> {
  const program = join(root, 'usr/bin/timedatectl');
  return new Promise((resolve) => {
    execFile(
      program,
      ['show', '--property=NTPSynchronized', '--value'],
      { signal, timeout: SYSTEMD_TIMEOUT, killSignal: 'SIGKILL' },
      (error, stdout) => resolve(error === null && stdout.trim() === 'yes'),
    );
  });
}
