import { execFile } from 'node:child_process';
import { uptime } from 'node:os';
import { promisify } from 'node:util';
import { type Clock, type Disk, type Log, systemClock, TaskQueue } from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { resetCause } from '../board/resetCause.js';
import { RunHistory } from './runHistory.js';
import { heartbeat, type LivenessProbe, type Hang } from './heartbeat.js';
import type { SafeMode } from './safeMode.js';

const run = promisify(execFile);

/** A variable that a service sends to its manager, see sd_notify(3). */
type Notification = `${'READY' | 'STOPPING' | 'WATCHDOG' | 'STATUS' | 'EXTEND_TIMEOUT_USEC'}=${string}`;

/** `systemd-notify` waits up to 5 s until the manager has received the notification; after this time it hangs, ms. */
const TIMEOUT = 10_000;
/** How much more time a start requests, and how often it requests it, ms. */
const EXTENSION = 30_000;
const EXTENSION_INTERVAL = 10_000;
/** A start that takes longer than this hangs, ms. Ten years of receipts are read in less than a minute. */
const MAX_START = 30 * 60_000;

/**
 * The service manager that has started the box: systemd. It listens on a Unix datagram socket, which Node cannot open.
 * `systemd-notify`, part of every systemd, sends the notifications. It is a process of its own, so the unit must set
 * `NotifyAccess=all`.
 */
export class ServiceManager {
  private readonly queue = new TaskQueue();
  private isFeeding = false;
  private isFeedDue = false;
  private hasFailed = false;

  /** `watchdogTimeout`: the manager kills the box when it is not fed for this long, ms; undefined: it never does. */
  constructor(
    private readonly socket: string | undefined,
    readonly watchdogTimeout: number | undefined,
    private readonly log: Log,
    private readonly clock: Clock = systemClock,
  ) {}

  /**
   * The manager named by the environment, if any. A manager that has started another process, such as our parent, is
   * not ours.
   */
  static of(env: NodeJS.ProcessEnv, log: Log): ServiceManager {
    const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: micros = '', WATCHDOG_PID: pid } = env;
    const isMine = socket !== undefined && (pid === undefined || pid === String(process.pid));
    const watchdog = isMine && /^[1-9]\d{0,15}$/.test(micros) ? Number(micros) / 1000 : undefined;
    return new ServiceManager(socket, watchdog, log);
  }

  /** True when there is a manager, which restarts the box when it ends. */
  get isThere(): boolean {
    return this.socket !== undefined;
  }

  /** Sends notifications, after all that were sent before. */
  async notify(...notifications: readonly Notification[]): Promise<void> {
    if (this.socket !== undefined) await this.queue.run(() => this.send(notifications));
  }

  /**
   * Notifies the manager that the box is alive. If one notification is still being sent, for example because the
   * program is read from a slow flash, another one follows it: the first may be lost, and the next beat may be too
   * late.
   */
  async feed(): Promise<void> {
    this.isFeedDue = true;
    if (this.isFeeding) return;
    this.isFeeding = true;
    while (this.isFeedDue) {
      this.isFeedDue = false;
      await this.notify('WATCHDOG=1');
    }
    this.isFeeding = false;
  }

  /** Runs the start of the box, and requests more time as long as it takes and the event loop runs. */
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
    const until = clock.monotonic() + MAX_START;
    while ((await clock.sleep(EXTENSION_INTERVAL, signal)) && clock.monotonic() < until) {
      await this.notify(`EXTEND_TIMEOUT_USEC=${EXTENSION * 1000}`);
    }
  }

  /** Logs the first of several failures. The manager decides about the missing notifications. */
  private async send(notifications: readonly Notification[]): Promise<void> {
    const env = { NOTIFY_SOCKET: this.socket, PATH: process.env['PATH'] };
    try {
      await run('systemd-notify', [...notifications], { env, timeout: TIMEOUT, killSignal: 'SIGKILL' });
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.log('watchdog.mute', { reason: reasonOf(error) });
      this.hasFailed = true;
    }
  }
}

/** The output of the program, or why it did not run: `ENOENT` when it is not installed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const printed = 'stderr' in error ? String(error.stderr).trim() : '';
  return printed !== '' ? printed.slice(0, 200) : 'code' in error ? String(error.code) : error.name;
}

/** A box that is about to start and holds the lock of its folder. */
interface StartingBox {
  readonly ledger: Ledger;
  readonly safeMode: SafeMode;
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  /** Where the operating system describes the machine. */
  readonly machine: { readonly root: string };
}

/** How many times the box feeds the service manager within the timeout after which it is killed. */
const BEATS_PER_TIMEOUT = 3;

/** Reports the state of the box to the service manager, has the box restarted when it hangs, and records why. */
export class Watchdog {
  readonly manager: ServiceManager;
  private readonly runtime: string | undefined;
  private runHistory: RunHistory | undefined;

  constructor(
    env: NodeJS.ProcessEnv,
    private readonly log: Log,
  ) {
    this.manager = ServiceManager.of(env, log);
    // Several folders may be listed, separated by colons; the unit sets one.
    this.runtime = env['RUNTIME_DIRECTORY']?.split(':')[0];
  }

  /** Records why the last run ended if it was not stopped on request, and enters safe mode after too many crashes. */
  async begin({ ledger, safeMode, disk, folder, clock, machine: { root } }: StartingBox): Promise<void> {
    const { log, runtime } = this;
    if (runtime === undefined) return;
    this.runHistory = new RunHistory({ runtime, disk, folder, log });
    const reason = await this.runHistory.begin();
    if (reason === undefined) return;
    const at = clock.now();
    const resetBy = reason === 'power' ? resetCause({ root, now: at, uptime: uptime() * 1000 }) : undefined;
    const cause = resetBy === undefined ? {} : { resetBy };
    log('box.restarted', { reason, ...cause });
    await ledger.put({ type: 'event', event: { at, kind: 'restart', reason, ...cause } });
    await safeMode.enterAfter(this.runHistory.crashCount);
  }

  /** Notifies the manager that the box is ready, and monitors it until it is asked to stop (undefined) or hangs. */
  async guard(probes: readonly LivenessProbe[], clock: Clock, stopAsked: Promise<void>): Promise<Hang | undefined> {
    const { manager, log } = this;
    const stop = new AbortController();
    const stopping = stopAsked.then(() => stop.abort());
    void manager.notify('READY=1', 'STATUS=The box answers.');
    const hang = await (manager.watchdogTimeout === undefined
      ? stopping.then(() => undefined)
      : heartbeat(
          { interval: manager.watchdogTimeout / BEATS_PER_TIMEOUT, probes, feed: () => manager.feed(), clock },
          stop.signal,
        ));
    void manager.notify('STOPPING=1', `STATUS=${hang === undefined ? 'The box stops.' : `Stuck: ${hang.reason}`}`);
    if (hang === undefined) return undefined;
    log('watchdog.stuck', { reason: hang.reason, found: hang.found });
    this.runHistory?.note(hang);
    return hang;
  }

  /** Call when the box was stopped on request, or could not start. */
  async end(): Promise<void> {
    await this.runHistory?.end();
  }
}
