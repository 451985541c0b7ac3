import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.js';

/**
 * Maximum time that one sale delays other work, ms. A sale that takes longer is waiting for the rest of its body, a
 * processor or the disk.
 */
const SALE_HOLD = 200;
/** Maximum wait of a slice of other work for sales, ms, so that a busy shop can still read data. */
const LONGEST_WAIT = 1000;

/** Does one slice of work, see {@link SalePriority.slice}. */
export type Slice = <T>(work: () => Promise<T> | T) => Promise<T>;

/**
 * Gives sales priority over all other computing of the box. The event loop does one task at a time, so work of more
 * than a few milliseconds is split into slices. A slice begins only when no sale is between its arrival and its
 * response.
 */
export class SalePriority {
  private sales = 0;
  private whenNone: (() => void)[] = [];
  private readonly waiting: (() => Promise<void>)[] = [];

  constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

  /** Does the work of a sale; other work waits meanwhile, for {@link SALE_HOLD} at most. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const answered = new AbortController();
    this.sales += 1;
    void this.clock.sleep(SALE_HOLD, answered.signal).then(() => {
      this.sales -= 1;
      if (this.sales === 0) for (const go of this.whenNone.splice(0)) go();
    });
    try {
      return await work();
    } finally {
      answered.abort();
    }
  }

  /**
   * Does one slice of other work. Slices run in order, one at a time, each in its own event loop iteration, so that
   * requests that arrived meanwhile are read first. A slice should take about 10 ms, and not wait for I/O.
   */
  readonly slice: Slice = (work) =>
    new Promise((resolve, reject) => {
      this.waiting.push(async () => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      if (this.waiting.length === 1) void this.doSlices();
    });

  private async doSlices(): Promise<void> {
    for (let [first] = this.waiting; first !== undefined; [first] = this.waiting) {
      await nextTurn();
      if (this.sales > 0) await this.noSale();
      await first();
      this.waiting.shift();
    }
  }

  private async noSale(): Promise<void> {
    const over = new AbortController();
    const none = new Promise<void>((resolve) => this.whenNone.push(resolve));
    await Promise.race([none, this.clock.sleep(LONGEST_WAIT, over.signal)]);
    over.abort();
  }
}

/** Long work in steps of some milliseconds each; other work may run between two steps. */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps without a pause, where no other work waits. */
export function runAtOnce<T>(work: Steps<T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Does each step as a slice, see `SalePriority`. */
export async function runInSlices<T>(work: Steps<T>, slice: <S>(step: () => S | Promise<S>) => Promise<S>): Promise<T> {
  let step = await slice(() => work.next());
  while (step.done !== true) step = await slice(() => work.next());
  return step.value;
}
