import { setTimeout as delay } from 'node:timers/promises';
import type { UtcMs } from './fiscal.js';

/** Time as the box has it: what the wall shows, which may jump, and what has passed, which may not. */
export interface Clock {
  readonly now: () => UtcMs;
  /** Does anything vouch for what the wall shows? If not, nothing may be refused, dropped or forgotten because of it. */
  readonly isTrusted: () => boolean;
  /** Milliseconds since some moment before the start of the process; never goes back. */
  readonly monotonic: () => number;
  /** Resolves after `ms`, or as soon as `signal` is aborted; true when the time has passed. Holds no process open. */
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
