import type { Clock } from './clock.js';

/** Work longer than this, ms, is waiting for I/O and no longer blocks other work of its caller. */
export const TURN_HOLD = 100;

type Caller = number | string;

/**
 * Round-robin scheduling of CPU-heavy work by caller. One piece of work per caller runs at a time, so a caller with
 * thirty requests delays another caller by one of them at most. Work waiting for a fiscal processor blocks nothing
 * after {@link TURN_HOLD}.
 */
export class FairTurns {
  /** Queued work by caller, in round-robin order. */
  private readonly waiting = new Map<Caller, (() => void)[]>();
  private readonly atWork = new Set<Caller>();
  private isDue = false;

  constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

  /** Runs the work when it is the caller's turn. */
  async during<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      const own = this.waiting.get(caller);
      if (own === undefined) this.waiting.set(caller, [resolve]);
      else own.push(resolve);
      this.goOn();
    });
    const done = new AbortController();
    void this.clock.sleep(TURN_HOLD, done.signal).then(() => {
      this.atWork.delete(caller);
      this.goOn();
    });
    try {
      return await work();
    } finally {
      done.abort();
    }
  }

  /** Starts the next work in its own event loop iteration, so that requests that arrived meanwhile are considered. */
  private goOn(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.beginNext();
    });
  }

  private beginNext(): void {
    const next = [...this.waiting].find(([caller]) => !this.atWork.has(caller));
    if (next === undefined) return;
    const [caller, own] = next;
    const begin = own.shift();
    // Moves the caller to the end of the order.
    this.waiting.delete(caller);
    if (own.length > 0) this.waiting.set(caller, own);
    this.atWork.add(caller);
    begin?.();
    if (this.waiting.size > 0) this.goOn();
  }
}
