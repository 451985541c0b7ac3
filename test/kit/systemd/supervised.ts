import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { freePort } from '../port.js';
import { BoxProcess, bundle, temporaryFolder } from '../process.js';

const HERE = import.meta.dirname;
const UNIT = resolve(HERE, '../../../systemd/kasirbox.service');
/** Python of the machine, which has what the programs of the kit need. */
const PYTHON = '/usr/bin/python3';

export interface SupervisedOptions {
  /** What {@link Supervised.fault} does; see faults.cjs. */
  readonly fault?: 'loop' | 'flush' | 'heap';
  /** `WatchdogSec=`, ms. */
  readonly watchdog: number;
  /** Options of its Node. */
  readonly node?: string;
}

/** What the supervisor says. `how` a run has ended: `watchdog killed ABRT`, or `power`. */
interface Line {
  readonly event: string;
  readonly pid?: number;
  readonly how?: string;
}

/** The built box under the hand of a program that does what systemd does. */
export class Supervised {
  private lives = 1;

  private constructor(
    /** The supervisor as a process, and the API of the box that it runs. */
    readonly box: BoxProcess,
    readonly folder: string,
  ) {}

  /** Why this machine cannot have one; undefined when it can. */
  static unavailable(): string | undefined {
    const isThere = spawnSync('systemd-notify', ['--version']).status === 0;
    return isThere ? undefined : 'there is no systemd-notify here (Debian: package systemd)';
  }

  /** The box answers when this resolves. */
  static async start({ fault, watchdog, node = '' }: SupervisedOptions): Promise<Supervised> {
    const around = temporaryFolder();
    const fifo = join(around, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const folder = join(around, 'data');
    const box = await BoxProcess.start({
      folder,
      listen: `127.0.0.1:${await freePort()}`,
      node: PYTHON,
      bundle: join(HERE, 'supervisor.py'),
      env: {
        ...{ UNIT, FIFO: fifo, FAULT: fault },
        SUPERVISED: [process.execPath, bundle()].join('\n'),
        NODE_OPTIONS: `--require "${join(HERE, 'faults.cjs')}" ${node}`,
        NOTIFY_SOCKET: join(around, 'notify'),
        RUNTIME_DIRECTORY: join(around, 'run'),
        WATCHDOG_USEC: String(watchdog * 1000),
      },
    });
    return new Supervised(box, folder);
  }

  /** Process id of the box. */
  get pid(): number {
    const pid = this.lines.findLast(({ event }) => event === 'supervisor.started')?.pid;
    if (pid === undefined) throw new Error('no box was started');
    return pid;
  }

  /** How the last run has ended. */
  get end(): string | undefined {
    return this.lines.findLast(({ event }) => event === 'supervisor.ended')?.how;
  }

  /** The messages of the box to the supervisor so far, in order, each once. */
  get told(): readonly string[] {
    return [...new Set(Array.from(this.box.log.matchAll(/"(READY|WATCHDOG|STOPPING)=1"/g), ([, name = '']) => name))];
  }

  /** Resolves when the next run answers. Throws when the supervisor has ended. */
  async restarted(): Promise<void> {
    this.lives += 1;
    const line = await this.box.says('box.started', this.lives);
    if (line === undefined) throw new Error(`it was not restarted: ${JSON.stringify(await this.box.end())}`);
  }

  fault(): void {
    process.kill(this.pid, 'SIGUSR2');
  }

  /** Kills the box, which is restarted. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    process.kill(this.pid, signal);
    await this.restarted();
  }

  /** Everything ends at once, and memory is lost; then the power returns. */
  async cutPower(): Promise<void> {
    this.box.signal('SIGUSR1');
    await this.restarted();
  }

  private get lines(): readonly Line[] {
    return Array.from(this.box.log.matchAll(/^\{"event": "supervisor\..*\}$/gm), ([line]) => JSON.parse(line) as Line);
  }
}
