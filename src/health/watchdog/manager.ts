import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Clock, systemClock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { Serial } from '../../base/serial.js';

const run = promisify(execFile);

/** What a service tells its manager, see sd_notify(3). */
export type Tiding = `${'READY' | 'STOPPING' | 'WATCHDOG' | 'STATUS' | 'EXTEND_TIMEOUT_USEC'}=${string}`;

/** The program waits up to 5 s until the manager has taken in what it sent; one that takes longer than this hangs, ms. */
const PATIENCE = 10_000;
/** How much longer a start may take from each time on that this is said, and how often it is said, ms. */
const EXTENSION = 30_000;
const EXTEND_EVERY = 10_000;
/** A recovery that takes longer than this hangs, ms. Ten years of receipts are read in less than a minute. */
const LONGEST_START = 30 * 60_000;

/**
 * The service manager that has started the box: systemd. It is spoken to over a datagram socket of the Unix domain, which
 * Node cannot open; `systemd-notify`, part of every systemd, sends what it is given. That is a process of its own, so that
 * the unit must say `NotifyAccess=all`.
 */
export class ServiceManager {
  private readonly turn = new Serial();
  private isFeeding = false;
  private isFeedDue = false;
  private hasFailed = false;

  /** `watchdog`: the box is killed when it has given no sign of life for so long, ms; undefined: it is not. */
  constructor(
    private readonly socket: string | undefined,
    readonly watchdog: number | undefined,
    private readonly log: Log,
    private readonly clock: Clock = systemClock,
  ) {}

  /** The one that the environment names, if any; one that has started another process, such as our parent, is not ours. */
  static of(env: NodeJS.ProcessEnv, log: Log): ServiceManager {
    const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: micros = '', WATCHDOG_PID: pid } = env;
    const isMine = socket !== undefined && (pid === undefined || pid === String(process.pid));
    const watchdog = isMine && /^[1-9]\d{0,15}$/.test(micros) ? Number(micros) / 1000 : undefined;
    return new ServiceManager(socket, watchdog, log);
  }

  /** Tells it something, behind what was told before. */
  async tell(...tidings: readonly Tiding[]): Promise<void> {
    if (this.socket !== undefined) await this.turn.run(() => this.send(tidings));
  }

  /**
   * A sign of life; while one is still on its way, such as to a program that is read from a slow flash, another goes out
   * behind it: that one may be lost, and the next time to feed may be too late.
   */
  async feed(): Promise<void> {
    this.isFeedDue = true;
    if (this.isFeeding) return;
    this.isFeeding = true;
    while (this.isFeedDue) {
      this.isFeedDue = false;
      await this.tell('WATCHDOG=1');
    }
    this.isFeeding = false;
  }

  /** Does what a start has to do, and gets the time that a long recovery takes, for as long as the process turns. */
  async whileStarting<T>(work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    void this.extend(over.signal);
    try {
      return await work();
    } finally {
      over.abort();
    }
  }

  private async extend(signal: AbortSignal): Promise<void> {
    const { clock } = this;
    const until = clock.monotonic() + LONGEST_START;
    while ((await clock.sleep(EXTEND_EVERY, signal)) && clock.monotonic() < until) {
      await this.tell(`EXTEND_TIMEOUT_USEC=${EXTENSION * 1000}`);
    }
  }

  /** A failure is logged once: what follows from silence is for the manager to decide. */
  private async send(tidings: readonly Tiding[]): Promise<void> {
    const env = { NOTIFY_SOCKET: this.socket, PATH: process.env['PATH'] };
    try {
      await run('systemd-notify', [...tidings], { env, timeout: PATIENCE, killSignal: 'SIGKILL' });
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.log('watchdog.mute', { reason: reasonOf(error) });
      this.hasFailed = true;
    }
  }
}

/** What the program said, or why there was none: `ENOENT` where it is not installed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const said = 'stderr' in error ? String(error.stderr).trim() : '';
  return said !== '' ? said.slice(0, 200) : 'code' in error ? String(error.code) : error.name;
}
