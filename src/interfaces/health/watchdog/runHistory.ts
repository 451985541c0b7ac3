import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { type Disk, DiskError, type Log } from '../../../base/index.js';
import { RESTART_REASONS, type RestartReason } from '../../../platform/ledger/index.js';
import type { Hang } from './heartbeat.js';

interface RunHistoryOptions {
  /** `RUNTIME_DIRECTORY` of systemd.exec(5). It is in memory: it survives restarts of the service, but no power cut. */
  readonly runtime: string;
  readonly disk: Disk;
  /** The data folder; the caller holds its lock. */
  readonly folder: string;
  readonly log: Log;
  /** Seconds since the machine was switched on. Unlike the time of day, they do not depend on the clock. */
  readonly uptime?: () => number;
}

/** A file that exists in the data folder while the box runs under a service manager. */
const RUNNING = 'running';
/**
 * Files in the runtime folder: the end of the run as noted by `ExecStopPost=` of the unit, its reason as noted by the
 * box, and the times of crashes.
 */
const ENDED = 'ended';
const REASON = 'restart-reason';
const CRASHES = 'crashes';

/** Crashes longer ago than this do not count, seconds. */
const CRASH_WINDOW = 600;
/** Ends that safe mode may prevent. It does not help against a disk or a processor that hangs, or a power cut. */
const CRASH_REASONS: readonly RestartReason[] = ['loop', 'memory', 'crash', 'killed'];
/** Signals that end a process because of its own fault. */
const FAULT_SIGNALS = /^(?:ABRT|BUS|FPE|ILL|QUIT|SEGV|SYS|TRAP)$/;

/**
 * How the runs of the box on this machine ended. Recorded only when a service manager gives the box a runtime folder.
 */
export class RunHistory {
  private crashes: readonly number[] = [];

  constructor(private readonly options: RunHistoryOptions) {}

  /** Number of runs in the last ten minutes that ended in a crash that safe mode may prevent. */
  get crashCount(): number {
    return this.crashes.length;
  }

  /**
   * Notes that a run begins, and returns what ended the previous run. Undefined when that was stopped on request, or
   * there was none.
   */
  async begin(): Promise<RestartReason | undefined> {
    const { disk, folder } = this.options;
    return this.unlessDiskFails('begin', async () => {
      const wasRunning = (await disk.list(folder)).includes(RUNNING);
      const reason = this.reasonOfEnd(wasRunning);
      if (!wasRunning) {
        await (await disk.create(join(folder, RUNNING))).close();
        await disk.syncDir(folder);
      }
      return reason;
    });
  }

  /** Notes for the next run why this one restarts. Must not wait for the disk of the data folder, which may hang. */
  note({ reason }: Hang): void {
    this.put(REASON, reason);
  }

  /** Notes that the box was stopped on request. */
  async end(): Promise<void> {
    const { disk, folder } = this.options;
    await this.unlessDiskFails('end', async () => {
      await disk.remove(join(folder, RUNNING));
      await disk.syncDir(folder);
    });
  }

  private reasonOfEnd(wasRunning: boolean): RestartReason | undefined {
    const known = this.take(CRASHES);
    const [own, ended] = [this.take(REASON), this.take(ENDED)];
    const reason = !wasRunning ? undefined : known === undefined ? 'power' : (reasonIn(own) ?? reasonFrom(ended));
    const now = (this.options.uptime ?? uptime)();
    const before = secondsIn(known).filter((at) => at > now - CRASH_WINDOW && at <= now);
    this.crashes = reason !== undefined && CRASH_REASONS.includes(reason) ? [...before, now] : before;
    this.put(CRASHES, JSON.stringify(this.crashes));
    return reason;
  }

  /** Reads and removes a file; undefined when it does not exist or cannot be read. */
  private take(name: string): string | undefined {
    const path = join(this.options.runtime, name);
    try {
      const text = readFileSync(path, 'utf8').trim();
      rmSync(path);
      return text;
    } catch {
      return undefined;
    }
  }

  private put(name: string, text: string): void {
    const { runtime, log } = this.options;
    const path = join(runtime, name);
    try {
      mkdirSync(runtime, { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      log('watchdog.unnoted', { file: name, reason: error instanceof Error ? error.message : 'error' });
    }
  }

  /** A history that cannot be written must not prevent the box from starting or stopping. */
  private async unlessDiskFails<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      this.options.log('watchdog.unnoted', { file: RUNNING, reason: `${what}: ${error.code}` });
      return undefined;
    }
  }
}

function reasonIn(text: string | undefined): RestartReason | undefined {
  return RESTART_REASONS.find((reason) => reason === text);
}

/**
 * From `$SERVICE_RESULT $EXIT_CODE $EXIT_STATUS` of systemd.exec(5). When they were not noted, the service manager was
 * killed together with the process, or there was none.
 */
function reasonFrom(ended = ''): RestartReason {
  const [result = '', , status = ''] = ended.split(' ');
  switch (result) {
    case 'watchdog':
      return 'loop';
    case 'oom-kill':
      return 'memory';
    case 'exit-code':
      return 'crash';
    case 'signal':
    case 'core-dump':
      return FAULT_SIGNALS.test(status) ? 'crash' : 'killed';
    default:
      return 'killed';
  }
}

/** A file that is not a list of numbers counts as empty. */
function secondsIn(text = '[]'): readonly number[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter((at) => typeof at === 'number') : [];
  } catch {
    return [];
  }
}
