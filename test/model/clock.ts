import type { Clock } from '../../src/base/clock.js';
import { NOON } from '../kit/ledger.js';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Virtual time: it stops while anything can run, and jumps to the next timer when nothing can. */
export class SimClock implements Clock {
  /** By how much the wall clock of the box is wrong, ms. */
  wallError = 0;
  private time = 0;
  /** Soonest first; those of one moment in the order of setting. */
  private readonly timers: Timer[] = [];

  /** `settled` resolves when nothing can run any more at this moment. */
  constructor(private readonly settled: () => Promise<void> = nextTurn) {}

  readonly now = (): number => NOON + this.time + this.wallError;
  readonly isTrusted = (): boolean => true;

  /** As everybody else has it. */
  readonly trueTime = (): number => NOON + this.time;

  readonly monotonic = (): number => this.time;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve(false);
        return;
      }
      const stop = (): void => {
        this.cancel(timer);
        resolve(false);
      };
      const timer = this.after(ms, () => {
        signal?.removeEventListener('abort', stop);
        resolve(true);
      });
      signal?.addEventListener('abort', stop);
    });

  after(ms: number, fire: () => void): Timer {
    const timer = { at: this.time + Math.max(0, Math.round(ms)), fire };
    let place = this.timers.length;
    while (place > 0 && (this.timers[place - 1]?.at ?? 0) > timer.at) place -= 1;
    this.timers.splice(place, 0, timer);
    return timer;
  }

  cancel(timer: Timer): void {
    const place = this.timers.indexOf(timer);
    if (place >= 0) this.timers.splice(place, 1);
  }

  /** Lets the world run until it is done; false when nothing is left that could happen, or `limit` (ms) has come. */
  async run(isDone: () => boolean, limit: number): Promise<boolean> {
    for (;;) {
      await this.settled();
      if (isDone()) return true;
      const next = this.timers.shift();
      if (next === undefined || next.at > limit) return false;
      this.time = next.at;
      next.fire();
    }
  }
}

/** All resolvable promises are resolved before the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Never comes: what a process that was killed would have done next. */
export const NEVER: Promise<never> = new Promise(() => undefined);
