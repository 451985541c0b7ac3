import type { Clock } from './clock.js';

/** So long one caller's work keeps the others of the same caller waiting, ms; what takes longer waits for somebody else. */
export const TURN_HOLD = 100;

type Caller = number | string;

/**
 * Lets callers take turns with work that takes the processor of the box: one piece of work of each caller at a time, and of many callers
 * each in its turn, so that a caller who comes with thirty at once holds another up no longer than one of them takes. Work that waits, as
 * for a fiscal processor, holds nobody after {@link TURN_HOLD}.
 */
export class FairTurns {
  /** What waits, by caller; whose turn is next comes first. */
  private readonly waiting = new Map<Caller, (() => void)[]>();
  private readonly atWork = new Set<Caller>();
  private isDue = false;

  constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

  /** Does the work of a caller when it is its turn. */
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

  /** Begins the next in a turn of the event loop of its own, so that what has arrived meanwhile takes part. */
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
    // To the end of those who wait.
    this.waiting.delete(caller);
    if (own.length > 0) this.waiting.set(caller, own);
    this.atWork.add(caller);
    begin?.();
    if (this.waiting.size > 0) this.goOn();
  }
}
