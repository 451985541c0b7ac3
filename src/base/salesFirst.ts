import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.js';

/**
 * How long one sale holds other work back, ms. A sale that takes longer waits for somebody else: for the rest of its body, a
 * processor, the disk.
 */
export const SALE_HOLD = 200;
/** No slice of other work waits longer than this for sales, ms, so that a busy shop can still be read. */
export const LONGEST_WAIT = 1000;

/** Does one slice of work, see {@link SalesFirst.slice}. */
export type Slice = <T>(work: () => Promise<T> | T) => Promise<T>;

/**
 * Lets sales go before everything else that the box computes. The event loop does one thing at a time: work of more than a few
 * milliseconds is cut into slices, and a slice begins only when no sale is between its arrival and its answer.
 */
export class SalesFirst {
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
   * Does one slice of other work, in its order: one slice at a time, each in a turn of the event loop of its own, so that what
   * has arrived meanwhile is read first. It should take 10 ms or so, and wait for nobody.
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
