import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MAX_INPUT } from './mutator.js';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';
import { INPUT_AT, type Report, type Work } from './work.js';

/** Longest time for one input, ms: not a measure of speed, but of what will never end. */
const HANG = 30_000;
const LOOK_EVERY = 500;
/** Heap of a worker, MB, above which it dies: no more than the whole box may have. */
const HEAP = 150;
/** What the second half of a run may hold beyond the first, as a factor and in bytes. */
const GROWTH = { factor: 1.25, bytes: 16 * 1024 * 1024 };

/** Threads of Node 20 do not take over from the process how TypeScript is read. */
const START = [RUN_TYPESCRIPT.at(-1) ?? '', join(import.meta.dirname, 'worker.ts')]
  .map((file) => `require(${JSON.stringify(file)});`)
  .join('');

/** What came of the inputs to one target; `fault` says what is wrong, with the input, and how to have it again. */
export interface Fuzzed {
  readonly target: string;
  readonly count: number;
  readonly seconds: number;
  /** Most memory used in the first half of the run and in the second, bytes. */
  readonly held: readonly [first: number, second: number];
  readonly fault: string | undefined;
}

/** A thread that reads inputs, and is ended and made anew when one of them never ends. */
export class Fuzzer {
  private worker: Worker | undefined;

  async run(target: string, seed: number, count: number): Promise<Fuzzed> {
    const began = performance.now();
    const shared = new SharedArrayBuffer(INPUT_AT + MAX_INPUT);
    const worker = this.started();
    const work: Work = { target, seed, count, shared };
    worker.postMessage(work);
    const report = await reportOf(worker, shared);
    const fault = report.kind === 'failed' ? describe(report) : growthOf(halves(report.heaps));
    if (fault !== undefined) await this.close();
    return {
      target,
      count,
      seconds: (performance.now() - began) / 1000,
      held: report.kind === 'done' ? halves(report.heaps) : [0, 0],
      fault: fault && `${target}, SEED=${seed}: ${fault}`,
    };
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  private started(): Worker {
    this.worker ??= new Worker(START, { eval: true, resourceLimits: { maxOldGenerationSizeMb: HEAP } });
    return this.worker;
  }
}

type Held = Fuzzed['held'];

function halves(heaps: readonly number[]): Held {
  const half = heaps.length / 2;
  return [Math.max(0, ...heaps.slice(0, half)), Math.max(0, ...heaps.slice(half))];
}

function growthOf([first, second]: Held): string | undefined {
  if (second <= first * GROWTH.factor + GROWTH.bytes) return undefined;
  return `the memory grows with the inputs, from ${first} to ${second} bytes`;
}

function describe({ index, error, input }: Extract<Report, { kind: 'failed' }>): string {
  const shown = Buffer.from(input)
    .subarray(0, 64 * 1024)
    .toString('base64');
  return `input ${index}: ${error}\n  ${input.length} bytes in Base64: ${shown}`;
}

/** The input that is being read. */
function current(shared: SharedArrayBuffer): { readonly index: number; readonly input: Uint8Array } {
  const numbers = new Int32Array(shared, 0, 2);
  const index = Atomics.load(numbers, 0);
  return { index, input: Uint8Array.from(new Uint8Array(shared, INPUT_AT, Atomics.load(numbers, 1))) };
}

/** The worker's last words, or what became of it. */
function reportOf(worker: Worker, shared: SharedArrayBuffer): Promise<Report> {
  return new Promise((resolve) => {
    let seen = -1;
    let since = performance.now();
    const settle = (report: Report): void => {
      clearInterval(timer);
      for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name);
      resolve(report);
    };
    const died = (error: string): void => settle({ kind: 'failed', ...current(shared), error });
    const timer = setInterval(() => {
      const { index } = current(shared);
      if (index !== seen) [seen, since] = [index, performance.now()];
      else if (performance.now() - since > HANG) died('hangs');
    }, LOOK_EVERY);
    worker.once('message', settle);
    worker.once('error', (error) => died(error.stack ?? error.message));
    worker.once('exit', (code) => died(`the thread ended with ${code}`));
  });
}
