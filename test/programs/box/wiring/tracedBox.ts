import { readdirSync } from 'node:fs';
import { type Input, type OperationName, OPERATIONS, type Reply } from '../../../../src/interfaces/admin/operations.js';
import { callService } from '../../../../src/interfaces/admin/socket.js';
import { Shop } from '../../../bench/shop.js';
import { TestBox, type TestBoxOptions } from '../../../kit/box.js';
import type { Client } from '../../../kit/client.js';
import { settled } from '../../../kit/handClock.js';
import { steady, type Trace, TracedClock } from './trace.js';

/** A box whose answers, log and files go into the trace. */
export class TracedBox {
  private constructor(
    readonly trace: Trace,
    readonly clock: TracedClock,
    readonly box: TestBox,
    readonly client: Client,
  ) {}

  /** Runs `work` on a new box and stops it; after a failure it is stopped later, and not waited for. */
  static async during(trace: Trace, work: (box: TracedBox) => Promise<void>, more: TestBoxOptions = {}): Promise<void> {
    const clock = new TracedClock(trace);
    const { now, monotonic, sleep } = clock.asked;
    const box = await TestBox.start({ wallClock: now, passing: { monotonic, sleep }, ...more });
    let isDone = false;
    try {
      const traced = new TracedBox(trace, clock, box, await box.client());
      await work(traced);
      isDone = true;
      traced.logged();
      await box.stop();
      traced.logged();
      traced.ended();
    } finally {
      if (!isDone) box.stop().catch(() => undefined);
    }
  }

  /** A sale of goods that are the same in each run; gives its uuid. */
  async sell(): Promise<string> {
    const sold = await this.client.post('/invoices', new Shop(1).next());
    this.answer('a sale', sold.status, sold.text);
    return (JSON.parse(sold.text) as { readonly uuid: string }).uuid;
  }

  async get(path: string): Promise<void> {
    const { status, text } = await this.client.get(path);
    this.answer(`GET ${path}`, status, text);
  }

  /** Asks the running service for an operation. */
  async ask<N extends OperationName>(name: N, question: Input<N>): Promise<Reply<N> | undefined> {
    const reply = await callService(this.box.folder, name, question);
    this.trace.flat(name, reply);
    return reply;
  }

  /** Asks it one that needs no words. */
  async look(name: OperationName): Promise<void> {
    this.trace.flat(name, await callService(this.box.folder, name, {}));
  }

  answer(what: string, status: number, text: string): void {
    this.trace.add(`${what} is answered ${status}`);
    try {
      this.trace.flat(what, JSON.parse(text));
    } catch {
      for (const line of text.split('\n')) this.trace.flat(what, line);
    }
  }

  /** Time passes, and what it brings is done. */
  async pass(...waits: readonly number[]): Promise<void> {
    if (this.trace.isOver) throw new Error('nobody waits any more');
    for (const ms of waits) {
      this.clock.pass(ms);
      for (let turn = 0; turn < 5; turn += 1) await settled();
    }
  }

  /** Lets time pass in small steps, until something has come over a socket. */
  async until(holds: () => boolean, step = 10): Promise<void> {
    while (!holds()) {
      await this.pass(step);
      await new Promise((soon) => setTimeout(soon, 2));
    }
  }

  /** Waits until the log has told it. */
  told(event: string): Promise<void> {
    return this.until(() => this.box.lines.some((line) => line.includes(`"${event}"`)));
  }

  private logged(): void {
    for (const { event, ...fields } of this.box.log) {
      this.trace.add(`the log tells ${String(event)} of ${Object.keys(fields).sort().join(', ')}`);
    }
  }

  private ended(): void {
    this.trace.add(`after the stop ${this.clock.sleeping} pauses are left`);
    const files = readdirSync(this.box.folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.sort()) this.trace.add(`the folder holds ${steady(file)}`);
    this.trace.add(`the folder has ${existsIn(this.box.folder, 'control.sock') ? 'a' : 'no'} control socket`);
  }
}

const existsIn = (folder: string, name: string): boolean => readdirSync(folder).includes(name);

/** Operations that change nothing and need no words. */
export const LOOKS: readonly OperationName[] = (Object.keys(OPERATIONS) as OperationName[]).filter((name) =>
  /\.(?:list|show|status|printers|jobs|open|readers|info|end|authority|code|bundles)$|^doctor$/.test(name),
);
