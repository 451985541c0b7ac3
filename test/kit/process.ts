import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BoxClient } from './boxClient.js';
import { bundle } from './bundle.js';

export { BASE, CutAnswer, type Receipt, type Reply, SALE } from './boxClient.js';
export { bundle } from './bundle.js';

/** A stop is promised within this, ms. */
const PROMISED_END = 10_000;

const folders = new Set<string>();
const children = new Set<ChildProcess>();

/** Ends what a test file has started and left: `test.after(cleanUp)`. Without it a failed test would wait for its box. */
export function cleanUp(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.on('exit', cleanUp);

/** Notes a process that {@link cleanUp} is to end when it has not ended by then. */
export function adopt(child: ChildProcess): void {
  children.add(child);
  child.once('close', () => children.delete(child));
}

/** A new empty folder outside the project, in a path with a blank; removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox process-'));
  folders.add(folder);
  return folder;
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** How a process ended. `code` is null after a signal. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** What the command reads from standard input. */
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** After so many ms it is killed, and has no exit code. */
  readonly killAfter?: number;
  /** The user and group that it runs as; only root may name them. */
  readonly uid?: number;
}

/** Spares short commands what V8 has compiled of the bundle before. */
export const KEPT_CODE = ['--require', resolve(import.meta.dirname, 'keptCode.cjs')];

/** Runs `kasirbox ARGS` to its end. */
export function kasirbox(
  args: readonly string[],
  { input = '', env, cwd, killAfter, uid }: CommandOptions = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...KEPT_CODE, bundle(), ...args], {
    cwd,
    env: { ...process.env, ...env },
    timeout: killAfter,
    killSignal: 'SIGKILL',
    ...(uid !== undefined && { uid, gid: uid }),
  });
  adopt(child);
  // A command that does not read its input may end before it is written.
  child.stdin.on('error', () => undefined).end(input);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  }
  return new Promise((done) => {
    child.on('close', (code) => done({ code, ...output }));
  });
}

export interface ServeOptions {
  /** A new folder when left out. */
  readonly folder?: string;
  /** Any free port of 127.0.0.1 when left out. */
  readonly listen?: string;
  /** The Node to run on, when not that of the test. */
  readonly node?: string;
  /** The bundle to run, when not {@link bundle}. */
  readonly bundle?: string;
  /** The file that its output goes to, as `scripts/start` has it, and is read from. */
  readonly logFile?: string;
  /** What is added to the environment of the test. */
  readonly env?: NodeJS.ProcessEnv;
  /** Options of that Node, before the bundle. */
  readonly nodeOptions?: readonly string[];
}

/** `kasirbox serve` as a process, and a client that trusts nothing but the ca.pem of its folder. */
export class BoxProcess extends BoxClient {
  private readonly child: ChildProcess;
  private errors = '';
  private readonly ended: Promise<Ended>;

  private constructor(folder: string, options: ServeOptions) {
    super(folder);
    const { listen = '127.0.0.1:0', node = process.execPath, bundle: file = bundle(), nodeOptions = [], env } = options;
    const { logFile } = options;
    const output = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
    const child = spawn(node, [...nodeOptions, file, 'serve', '--data', folder, '--listen', listen], {
      cwd: temporaryFolder(),
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    this.child = child;
    adopt(child);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.ended = new Promise((done) => {
      child.on('close', (code) => {
        this.hearEnd();
        done({ code, stdout: this.log, stderr: this.errors });
      });
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.hear(this.log + text));
    if (logFile === undefined || typeof output !== 'number') return;
    closeSync(output);
    const watcher = watch(logFile, () => this.hear(readFileSync(logFile, 'utf8')));
    child.once('close', () => watcher.close());
  }

  /** Begins to start a box, which may fail. */
  static spawn(options: ServeOptions = {}): BoxProcess {
    return new BoxProcess(options.folder ?? join(temporaryFolder(), 'data'), options);
  }

  /** Starts a box that answers when this resolves. Throws with its output when it does not start. */
  static async start(options: ServeOptions = {}): Promise<BoxProcess> {
    const box = BoxProcess.spawn(options);
    if (!(await box.comesUp())) throw new Error(`the box ended at its start: ${JSON.stringify(await box.ended)}`);
    return box;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the box was not started');
    return this.child.pid;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Resolves when the process has ended. */
  end(): Promise<Ended> {
    return this.ended;
  }

  /** The end of a box that is to end by itself; it is killed, and has no exit code, when it takes longer than promised. */
  async promisedEnd(): Promise<Ended> {
    const late = setTimeout(() => this.signal('SIGKILL'), PROMISED_END);
    const ended = await this.ended;
    clearTimeout(late);
    return ended;
  }

  /** Stops the box, as an operator does unless another signal is given, and waits for its end. */
  stop(name: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.signal(name);
    this.disconnect();
    return this.ended;
  }

  /** Runs a command on the folder of this box. */
  command(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
    return kasirbox([...args, '--data', this.folder], options);
  }
}
