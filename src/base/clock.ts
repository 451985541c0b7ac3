import { setTimeout as delay } from 'node:timers/promises';
import type { UtcMs } from './time.js';

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

/** Ends a wait early. A ring before the wait ends the next wait at once. */
export class Wakeup {
  private ringing = new AbortController();

  ring(): void {
    this.ringing.abort();
  }

  /** Waits for `ms`, or until {@link ring} is called. */
  async wait(clock: Clock, ms: number): Promise<void> {
    await clock.sleep(ms, this.ringing.signal);
    if (this.ringing.signal.aborted) this.ringing = new AbortController();
  }
}

/**
 * Runs `work` with a signal that is aborted after `ms`, or together with `stop`. Timer and listener are removed when
 * the work ends.
 */
export async function withDeadline<T>(
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  { sleep }: Pick<Clock, 'sleep'> = systemClock,
): Promise<T> {
  const deadline = new AbortController();
  const done = new AbortController();
  const end = (): void => deadline.abort();
  stop.addEventListener('abort', end, { signal: done.signal });
  if (stop.aborted) end();
  void sleep(ms, done.signal).then((isOver) => {
    if (isOver) end();
  });
  try {
    return await work(deadline.signal);
  } finally {
    done.abort();
  }
}

/** The value of `answer` if it resolves within `ms`, else undefined; a later value is ignored. */
export function valueWithin<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  const { signal: never } = new AbortController();
  return withDeadline(ms, never, (signal) => {
    const silence = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    return Promise.race([answer, silence]);
  });
}
