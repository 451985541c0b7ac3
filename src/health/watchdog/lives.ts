import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { type Disk, DiskError } from '../../base/disk.js';
import type { Log } from '../../base/log.js';
import { RESTART_REASONS, type RestartReason } from '../../ledger/event.js';
import type { Stuck } from './pulse.js';

export interface LivesOptions {
  /** `RUNTIME_DIRECTORY` of systemd.exec(5): in memory, it stays over restarts and is gone after a power cut. */
  readonly runtime: string;
  readonly disk: Disk;
  /** The data folder; its lock is held. */
  readonly folder: string;
  readonly log: Log;
  /** Seconds since the machine was switched on, which no wrong clock changes. */
  readonly uptime?: () => number;
}

/** In the data folder while a box runs that is looked after. */
const RUNNING = 'running';
/** In the runtime folder: what `ExecStopPost=` of the unit noted, what the box noted itself, and when it crashed. */
const ENDED = 'ended';
const REASON = 'restart-reason';
const CRASHES = 'crashes';

/** Crashes that lie further back than this do not count, seconds. */
const WINDOW = 600;
/** What leaving printers and delivery out may help against: not a disk or a processor that hangs, nor the mains. */
const CRASHING: readonly RestartReason[] = ['loop', 'memory', 'crash', 'killed'];
/** Signals that a process brings upon itself. */
const FAULTS = /^(?:ABRT|BUS|FPE|ILL|QUIT|SEGV|SYS|TRAP)$/;

/** How the runs of the box on this machine ended. Only where a service manager gives it a folder for that. */
export class Lives {
  private crashes: readonly number[] = [];

  constructor(private readonly options: LivesOptions) {}

  /** How many runs of the last ten minutes ended in a way that safe mode may help against. */
  get crashCount(): number {
    return this.crashes.length;
  }

  /**
   * Notes that a run begins, and tells what ended the one before; undefined when it was stopped as it was asked to, or there
   * was none.
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

  /** Notes for the next run why this one ends itself. Nothing of it may wait for the disk of the data folder. */
  note({ reason }: Stuck): void {
    this.put(REASON, reason);
  }

  /** The box was asked to stop, and has. */
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
    const before = secondsIn(known).filter((at) => at > now - WINDOW && at <= now);
    this.crashes = reason !== undefined && CRASHING.includes(reason) ? [...before, now] : before;
    this.put(CRASHES, JSON.stringify(this.crashes));
    return reason;
  }

  /** A file that is not there, or cannot be read, tells nothing. */
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

  /** The box starts and stops also where this cannot be noted. */
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
 * From `$SERVICE_RESULT $EXIT_CODE $EXIT_STATUS` of systemd.exec(5). Where nobody noted them, the process and those who
 * watched it were killed together, or nobody watched it.
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
      return FAULTS.test(status) ? 'crash' : 'killed';
    default:
      return 'killed';
  }
}

/** Nobody else writes there; what is no list of numbers is as good as none. */
function secondsIn(text = '[]'): readonly number[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter((at) => typeof at === 'number') : [];
  } catch {
    return [];
  }
}
