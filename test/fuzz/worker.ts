import { setImmediate as othersTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { Random } from '../kit/random.js';
import { shortest } from '../kit/shrink.js';
import { Mutator } from './mutator.js';
import type { Opened, Target } from './target.js';
import { TARGETS } from './targets/index.js';
import { INPUT_AT, type Report, type Work } from './work.js';

/** Samples of the memory over the run. */
const SAMPLES = 40;
/** Inputs between two turns in which Node may tidy up: zlib closes what it has opened in a later one. */
const TURN = 64;
/** Bytes of an input that is worth being made smaller; shorter lists are tried 300 times. */
const SHRINKABLE = 256 * 1024;

/** What reading an input threw; undefined when all went well. */
async function failureOf(opened: Opened, input: Buffer): Promise<string | undefined> {
  try {
    await opened.read(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

// A thread has no flag of its own for it.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Heap and buffers of this thread, bytes, without garbage. */
function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function run(target: Target, { seed, count, shared }: Work): Promise<Report> {
  const numbers = new Int32Array(shared, 0, 2);
  const bytes = new Uint8Array(shared, INPUT_AT);
  const { renewAfter = count } = target;
  const heaps: number[] = [];
  let opened: Opened | undefined;
  for (let index = 0; index < count; index += 1) {
    if (index % renewAfter === 0) {
      await opened?.close?.();
      opened = await target.open();
    }
    if (opened === undefined) break;
    if (index % TURN === 0) await othersTurn();
    // Each input has its own source of choices: one can be had again without those before it.
    const random = new Random(seed + Math.imul(index + 1, 0x9e3779b1));
    const made = new Mutator(random, opened.corpus).next();
    const input = opened.mend !== undefined && random.oneIn(2) ? opened.mend(made) : made;
    bytes.set(input);
    Atomics.store(numbers, 1, input.length);
    Atomics.store(numbers, 0, index);
    const error = await failureOf(opened, input);
    if (error !== undefined) return { kind: 'failed', index, error, input: await smallest(opened, input) };
    if ((index + 1) % Math.ceil(count / SAMPLES) === 0) heaps.push(held());
  }
  await opened?.close?.();
  return { kind: 'done', heaps };
}

async function smallest(opened: Opened, input: Buffer): Promise<Uint8Array> {
  if (input.length > SHRINKABLE) return input;
  const fails = async (list: readonly number[]): Promise<boolean> =>
    (await failureOf(opened, Buffer.from(list))) !== undefined;
  return Uint8Array.from(await shortest([...input], fails));
}

async function carryOut(work: Work): Promise<Report> {
  const target = TARGETS.find(({ name }) => name === work.target);
  if (target === undefined) throw new Error(`there is no target ${work.target}`);
  return run(target, work);
}

parentPort?.on('message', (work: Work) => {
  void carryOut(work).then((report) => parentPort?.postMessage(report));
});
