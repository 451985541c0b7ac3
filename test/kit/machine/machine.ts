import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../../..');
const BOOT = resolve(import.meta.dirname, 'boot.sh');
/** How often it is looked whether the machine is up, ms. */
const LOOK_EVERY = 20;

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A machine that runs systemd, in namespaces of this one: see boot.sh. Needs root and a cgroup2 hierarchy. The project lies
 * at /project there, and the Node of the test at /node. It ends with this process at the latest.
 */
export class Machine {
  private constructor(
    private readonly child: ChildProcessByStdio<null, Readable, Readable>,
    private readonly folder: string,
    /** Its process 1, as this machine numbers it. */
    private readonly pid: number,
  ) {}

  /** Boots one; where this machine does not allow it, the reason. */
  static async boot(): Promise<Machine | string> {
    if (process.getuid?.() !== 0) return 'only root can boot a machine';
    const folder = mkdtempSync(join(tmpdir(), 'kasirbox-machine-'));
    const child = spawn(BOOT, [folder, ROOT, process.execPath], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    child.on('error', ({ message }) => (said += message));
    process.once('exit', () => child.kill('SIGKILL'));
    const isUp = (): boolean => {
      const root = `/proc/${childOf(child.pid)}/root`;
      // Before it has changed its root, what is found there is still of this machine.
      return existsSync(`${root}/project/package.json`) && existsSync(`${root}/run/systemd/private`);
    };
    while (child.exitCode === null && child.signalCode === null && !isUp()) await setTimeout(LOOK_EVERY);
    const machine = new Machine(child, folder, Number(childOf(child.pid)));
    if (isUp()) {
      machine.run('systemctl is-system-running --wait');
      return machine;
    }
    const step = readFileSync(join(folder, 'step'), 'utf8').trim();
    await machine.end();
    return `no systemd can be booted here; it could not ${step}: ${said.trim().replaceAll('\n', '; ')}`;
  }

  /** Runs a script of bash in it, as root. */
  run(script: string, input = ''): Said {
    const words = [
      '--target',
      String(this.pid),
      '--mount',
      '--uts',
      '--ipc',
      '--net',
      '--pid',
      '--cgroup',
      '--root',
      '--wd',
    ];
    return spawnSync('nsenter', [...words, 'bash', '--norc', '-euo', 'pipefail', '-c', script], {
      encoding: 'utf8',
      input,
      env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    });
  }

  /** The output of a script that must succeed; otherwise throws with the output of script and journal. */
  must(script: string): string {
    const { status, stdout, stderr } = this.run(script);
    if (status === 0) return stdout.trim();
    const journal = this.run('journalctl --no-pager --lines=40').stdout;
    throw new Error(`${script}: exit ${status}\n${stdout}${stderr}\n${journal}`);
  }

  /** Switches it off, as pulling the plug does, and takes away what it left. */
  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = new Promise((done) => this.child.once('close', done));
      // The kernel ends all its processes before it lets go of the first.
      process.kill(this.pid, 'SIGKILL');
      await gone;
    }
    const cgroup = readFileSync(join(this.folder, 'cgroup'), 'utf8').trim();
    execFileSync('find', [cgroup, '-depth', '-type', 'd', '-delete'], { stdio: 'pipe' });
    rmSync(this.folder, { recursive: true });
  }
}

/** The only child of a process; an empty string without one. */
function childOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  } catch {
    return '';
  }
}
