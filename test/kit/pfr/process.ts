import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { adopt } from '../process.js';
import type { Fault } from './faults.js';
import type { SignedReceipt } from './options.js';
import { RUN_TYPESCRIPT } from '../typescript.js';

/** A receipt as the control interface shows it. */
export type ToldReceipt = Omit<SignedReceipt, 'body'> & { readonly body: string };

/** What the first line of a signed sale was sold as; the request has the unit behind it. */
export function soldName({ body }: ToldReceipt): string {
  return (JSON.parse(body) as { items: [{ name: string }] }).items[0].name.replace(/\/ком$/, '');
}

/**
 * An L-PFR without a PIN as a process of its own. It may be killed, and comes up again at the same address with all that
 * it had signed; faults that waited are gone then.
 */
export class FakePfrProcess {
  private child: ChildProcess | undefined;
  private lines: Interface | undefined;
  private port = 0;
  private controlPort = 0;

  private constructor(private readonly stateFile: string) {}

  static async start(stateFile: string): Promise<FakePfrProcess> {
    const fake = new FakePfrProcess(stateFile);
    await fake.up();
    return fake;
  }

  /** What is to be set in a till as its address. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when it listens. */
  async up(): Promise<void> {
    const ports = ['--port', String(this.port), '--control', String(this.controlPort)];
    const program = [...RUN_TYPESCRIPT, join(import.meta.dirname, 'main.ts')];
    const child = spawn(process.execPath, [...program, ...ports, '--pin', 'none', '--state', this.stateFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    adopt(child);
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('close', (code) => reject(new Error(`the processor ended with ${code}`)));
      // It continues reading: a full pipe would stop the processor.
      this.lines = createInterface({ input: child.stdout }).on('line', (line) => {
        const [, face, port] = /^(fake-pfr listens|control) at http:\/\/127\.0\.0\.1:(\d+)$/.exec(line) ?? [];
        if (face === 'fake-pfr listens') this.port = Number(port);
        if (face !== 'control') return;
        this.controlPort = Number(port);
        resolve();
      });
    });
  }

  /** `kill -9`; resolves when the process has ended. */
  kill(): Promise<void> {
    const { child } = this;
    return new Promise((gone) => {
      child?.once('close', () => gone());
      child?.kill('SIGKILL');
    });
  }

  /** In the place of those that wait. */
  async setFaults(faults: readonly Fault[]): Promise<void> {
    await this.control('DELETE', '/faults');
    await this.control('POST', '/faults', faults);
  }

  /** Resolves when the next call hangs; to be asked for before that call. */
  hangs(): Promise<void> {
    return new Promise((hung) => {
      const look = (line: string): void => {
        if (!line.endsWith(' hang')) return;
        this.lines?.off('line', look);
        hung();
      };
      this.lines?.on('line', look);
    });
  }

  /** Lets all hanging calls go on. */
  async release(): Promise<void> {
    await this.control('POST', '/release');
  }

  /** All that it has signed, in its order: this is the truth. */
  async signed(): Promise<ToldReceipt[]> {
    return (await this.control('GET', '/signed')).json() as Promise<ToldReceipt[]>;
  }

  private async control(method: string, path: string, body?: unknown): Promise<Response> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${this.controlPort}${path}`, { method, ...sent });
    if (!response.ok) throw new Error(`the control face answered ${response.status}: ${await response.text()}`);
    return response;
  }
}
