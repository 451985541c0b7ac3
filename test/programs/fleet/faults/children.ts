import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { adopt, bundle } from '../../../kit/process.js';
import { RUN_TYPESCRIPT } from '../../../kit/typescript.js';
import type { SmallBoxesAsked, SmallBoxesOrder } from './order.js';

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** `kasirbox fleet ingest` of the built program, which may be killed. */
export class IngesterProcess {
  /** What it has said in all its lives. */
  readonly said: string[] = [];
  private child: ChildProcess | undefined;

  constructor(private readonly args: readonly string[]) {}

  start(): void {
    const child = spawn(process.execPath, [bundle(), 'fleet', 'ingest', ...this.args]);
    adopt(child);
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => this.said.push(text.trim()));
    }
    this.child = child;
  }

  kill(): Promise<void> {
    return killed(this.child);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }
}

/** A process of small boxes. */
export class SmallBoxesProcess {
  private child: ChildProcess | undefined;

  constructor(readonly order: SmallBoxesOrder) {}

  /** Resolves when all its boxes stream and it begins to sell. */
  async start(): Promise<void> {
    const order = JSON.stringify({ ...this.order, seed: this.order.seed + (this.child?.pid ?? 0) });
    this.child = fork(join(import.meta.dirname, 'smallBoxes.ts'), [order], { execArgv: [...RUN_TYPESCRIPT] });
    adopt(this.child);
    await this.says('started');
  }

  kill(): Promise<void> {
    return killed(this.child);
  }

  /** Sells no more. */
  async end(): Promise<void> {
    const ended = this.says('ended');
    this.ask('end');
    await ended;
  }

  /** Tries again to reach the server at once. */
  async heal(): Promise<void> {
    const healed = this.says('healed');
    this.ask('heal');
    await healed;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  private ask(asked: SmallBoxesAsked): void {
    this.child?.send(asked);
  }

  private says(what: string): Promise<void> {
    const { child } = this;
    return new Promise((done, fail) => {
      const ended = (): void => fail(new Error(`a process of small boxes has ended before it was ${what}`));
      child?.once('exit', ended);
      child?.on('message', (said) => {
        if (said !== what) return;
        child.off('exit', ended);
        done();
      });
    });
  }
}
