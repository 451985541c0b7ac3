import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync, watch } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Ask, OperationName, Reply as Answered } from '../../src/admin/operations.js';
import { askService } from '../../src/admin/socket.js';
import type { EventName } from '../../src/base/events.js';

const ROOT = resolve(import.meta.dirname, '../..');
export const BASE = '/api/v1';

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

/** An empty folder of its own outside the project, in a path with a blank; gone when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox process-'));
  folders.add(folder);
  return folder;
}

let copied: string | undefined;

/**
 * Path of the built box. It is a copy of dist/ outside the project, so that no node_modules hides a missing file and a
 * build meanwhile disturbs nobody; built first when older than its sources.
 */
export function bundle(): string {
  if (copied === undefined) {
    copied = temporaryFolder();
    const script = 'source scripts/lib/prepare.sh; build_if_stale; cp -r dist/. "$1"';
    // Test files run at the same time: the first of them builds, the others wait for the lock.
    execFileSync('flock', ['build.mjs', 'bash', '--norc', '-euc', script, 'bash', copied], {
      cwd: ROOT,
      stdio: 'pipe',
    });
  }
  return join(copied, 'kasirbox.cjs');
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

/** Spares short commands what V8 has compiled of the bundle before; each test file begins anew with a copy of its own. */
const KEPT_CODE = ['--require', resolve(import.meta.dirname, 'keptCode.cjs')];

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
  // A command that does not read its input may be gone before it is written.
  child.stdin.on('error', () => undefined).end(input);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  }
  return new Promise((done) => {
    child.on('close', (code) => done({ code, ...output }));
  });
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An answer that had begun and did not end. */
export class CutAnswer extends Error {}

/** The part of the public Invoice that tests of processes look at. */
export interface Receipt {
  readonly uuid: string;
  readonly total: number;
  readonly journal: string;
  readonly clientRequestId: string | null;
  readonly pfr: { readonly invoiceNumber: string };
}

/** A good request of one line of 300,00 RSD. */
export const SALE = { items: [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }] };

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
export class BoxProcess {
  private readonly child: ChildProcess;
  private readonly heard = new EventEmitter();
  private output = '';
  private errors = '';
  private readonly ended: Promise<Ended>;
  private agent: Agent | undefined;
  private address: { readonly host: string; readonly port: number } | undefined;

  private constructor(
    readonly folder: string,
    options: ServeOptions,
  ) {
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
      child.on('close', (code) => done({ code, stdout: this.output, stderr: this.errors }));
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.hear(this.output + text));
    if (logFile === undefined || typeof output !== 'number') return;
    closeSync(output);
    const watcher = watch(logFile, () => this.hear(readFileSync(logFile, 'utf8')));
    child.once('close', () => watcher.close());
  }

  private hear(output: string): void {
    this.output = output;
    this.heard.emit('output');
  }

  /** Begins to start a box, which may fail. */
  static spawn(options: ServeOptions = {}): BoxProcess {
    return new BoxProcess(options.folder ?? join(temporaryFolder(), 'data'), options);
  }

  /** Starts a box that answers when this resolves. Throws with what it said when it does not come up. */
  static async start(options: ServeOptions = {}): Promise<BoxProcess> {
    const box = BoxProcess.spawn(options);
    if (!(await box.comesUp())) throw new Error(`the box ended at its start: ${JSON.stringify(await box.ended)}`);
    return box;
  }

  /** Resolves when the box answers requests (true) or has ended without ever doing so (false). */
  async comesUp(): Promise<boolean> {
    const line = await this.says('box.started');
    if (line === undefined) return false;
    const { host, port } = JSON.parse(line) as { host: string; port: number };
    this.address = { host, port };
    this.reconnect();
    return true;
  }

  /** Lets go of the connections that are kept, of which the box may have closed some. */
  reconnect(): void {
    this.agent?.destroy();
    this.agent = new Agent({ ca: readFileSync(this.caFile), keepAlive: true });
  }

  /** The line of its log with an event, the `nth` of them, as soon as it is there; undefined when the box ends without it. */
  says(event: EventName, nth = 1): Promise<string | undefined> {
    const line = new RegExp(`^.*"event":"${event.replace('.', '\\.')}".*$`, 'gm');
    return new Promise((found) => {
      const look = (): void => {
        const text = this.output.match(line)?.[nth - 1];
        if (text === undefined) return;
        this.heard.off('output', look);
        found(text);
      };
      this.heard.on('output', look);
      this.child.on('close', () => found(undefined));
      look();
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the box was not started');
    return this.child.pid;
  }

  get port(): number {
    if (this.address === undefined) throw new Error('the box is not up');
    return this.address.port;
  }

  get caFile(): string {
    return join(this.folder, 'tls/ca.pem');
  }

  /** What the box has logged so far. */
  get log(): string {
    return this.output;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Resolves when the process is gone. */
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
    this.agent?.destroy();
    return this.ended;
  }

  /** Runs a command on the folder of this box. */
  command(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
    return kasirbox([...args, '--data', this.folder], options);
  }

  /** Asks over the control socket, which costs no process. Undefined, or a failure, when the box ends meanwhile. */
  ask<N extends OperationName>(name: N, ask: Ask<N>): Promise<Answered<N> | undefined> {
    return askService(this.folder, name, ask);
  }

  /** The id of the box, hexadecimal. */
  async id(): Promise<string> {
    const end = await this.ask('ledger.end', {});
    if (end?.ok !== true) throw new Error(`no id: ${end?.error ?? 'nobody answers'}`);
    return end.value.boxId;
  }

  /** Makes API keys. */
  async keys(count: number): Promise<string[]> {
    const keys: string[] = [];
    for (let n = 1; n <= count; n += 1) {
      const made = await this.ask('keys.create', { label: `test ${n}` });
      if (made?.ok !== true) throw new Error(`no key: ${made?.error ?? 'nobody answers'}`);
      keys.push(made.value.key);
    }
    return keys;
  }

  /** Sends a request below the base address. Rejects when no whole answer comes, with {@link CutAnswer} if a part of it did. */
  send(method: string, path: string, key: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Reply> {
    return this.exchange(method, BASE + path, { Authorization: `Bearer ${key}`, ...headers }, body);
  }

  /** Gets any path without a key. */
  open(path: string): Promise<Reply> {
    return this.exchange('GET', path, {});
  }

  private exchange(method: string, path: string, given: OutgoingHttpHeaders, body?: unknown): Promise<Reply> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const length = bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
    return new Promise((done, fail) => {
      const call = request({ ...this.address, agent: this.agent, method, path, headers: { ...length, ...given } });
      call.on('error', fail).on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('error', () => fail(new CutAnswer()));
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      call.end(bytes);
    });
  }

  /** Issues a receipt that must be accepted. */
  async issue(key: string, body: unknown = SALE, headers: OutgoingHttpHeaders = {}): Promise<Receipt> {
    const reply = await this.send('POST', '/invoices', key, body, headers);
    if (reply.status !== 200 && reply.status !== 201) throw new Error(`no receipt: ${reply.status} ${reply.text}`);
    return JSON.parse(reply.text) as Receipt;
  }

  /** Every receipt that the box lists, newest first. */
  async receipts(key: string): Promise<Receipt[]> {
    const all: Receipt[] = [];
    for (let page = 1; ; page += 1) {
      const reply = await this.send('GET', `/invoices?page=${page}`, key);
      if (reply.status !== 200) throw new Error(`no list: ${reply.status} ${reply.text}`);
      const { invoices } = JSON.parse(reply.text) as { invoices: Receipt[] };
      all.push(...invoices);
      if (invoices.length < 100) return all;
    }
  }
}
