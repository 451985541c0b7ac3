import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const BUNDLE = resolve(import.meta.dirname, '../../dist/kasirbox.cjs');
const UNIT = resolve(import.meta.dirname, '../../systemd/kasirbox.service');
const SETTLING = ['--expose-gc', '--require', resolve(import.meta.dirname, 'settle.cjs')];
/** Ticks of CPU time that the kernel counts in a second. */
const TICKS = 100;

/** What the unit of the service puts into its environment. */
function unitEnvironment(): Record<string, string> {
  const [, words = ''] = /^Environment=(.*)$/m.exec(readFileSync(UNIT, 'utf8')) ?? [];
  return Object.fromEntries(Array.from(words.matchAll(/(\S+?)=(\S*)/g), ([, name = '', value = '']) => [name, value]));
}

/** `kasirbox serve` in a process of its own, as it runs on the box. */
export class Service {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly port: number,
    /** Records that the start read because no snapshot contained them. */
    readonly replayed: number,
  ) {}

  static start(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Service> {
    const child = spawn(process.execPath, [...SETTLING, BUNDLE, 'serve', '--data', folder, '--listen', '127.0.0.1:0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...unitEnvironment(), ...env },
    });
    return new Promise((resolve, reject) => {
      let replayed = 0;
      child.once('exit', (code) => reject(new Error(`the box ended with ${code}`)));
      const lines = createInterface({ input: child.stdout });
      lines.on('line', (line) => {
        const event = JSON.parse(line) as { event: string; port?: number; replayed?: number };
        if (event.event === 'ledger.opened') replayed = event.replayed ?? 0;
        if (event.event !== 'box.started') return;
        // The log is not parsed during a measurement.
        lines.close();
        child.stdout.resume();
        resolve(new Service(child, folder, event.port ?? 0, replayed));
      });
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the box does not run');
    return this.child.pid;
  }

  /** The certificate to trust, PEM. */
  get ca(): string {
    return readFileSync(join(this.folder, 'tls/ca.pem'), 'utf8');
  }

  /** Resident memory, bytes. */
  get rss(): number {
    return this.memory('status', 'VmRSS');
  }

  /** The most that was resident so far, bytes. */
  get highestRss(): number {
    return this.memory('status', 'VmHWM');
  }

  /** Resident memory, of what is shared with other processes its part only, bytes. */
  get pss(): number {
    return this.memory('smaps_rollup', 'Pss');
  }

  /** Does it have a file in its memory whose path holds this text? */
  holds(text: string): boolean {
    return readFileSync(`/proc/${this.child.pid}/maps`, 'utf8').includes(text);
  }

  private memory(file: string, name: string): number {
    const text = readFileSync(`/proc/${this.child.pid}/${file}`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024;
  }

  /** Makes it collect its garbage; see settle.cjs. */
  collect(): void {
    this.child.kill('SIGUSR2');
  }

  /** CPU time of the process so far, user and system, ms. */
  get cpu(): number {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
    // Counted from the end of the name, which may hold spaces: fields 14 and 15 of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
  }

  stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    return new Promise((resolve) => {
      this.child.removeAllListeners('exit');
      this.child.once('exit', () => resolve());
      this.child.kill(signal);
    });
  }
}
