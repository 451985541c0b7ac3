import { setTimeout as delay } from 'node:timers/promises';
import type { UtcMs } from './fiscal.js';

/** The clocks of the box: the wall clock, which may jump, and a monotonic one, which does not. */
export interface Clock {
  readonly now: () => UtcMs;
  /** True when the wall clock is reliable. If not, nothing may be refused, deleted or expire because of its time. */
  readonly isTrusted: () => boolean;
  /** Milliseconds since some moment before the process started; never goes back. */
  readonly monotonic: () => number;
  /** Resolves after `ms` with true, or with false when `signal` is aborted. Does not keep the process running. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<boolean>;
}

export const systemClock: Clock = {
  now: Date.now,
  isTrusted: () => true,
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    delay(ms, undefined, { ref: false, ...(signal !== undefined && { signal }) }).then(
      () => true,
      () => false,
    ),
};
