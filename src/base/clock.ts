import { setMaxListeners } from 'node:events';
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
 * Runs `work` with a signal that is aborted with the first of `signals`. The listeners are removed when the work ends.
 * `AbortSignal.any` would leave a dependent signal on each of them, which Node 20 stores as long as the source lives:
 * memory would grow with each request.
 */
export async function withAnySignal<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const first = new AbortController();
  const abort = (): void => first.abort();
  for (const signal of signals) {
    if (signal === undefined) continue;
    // Dozens of requests may share a signal; Node warns from the eleventh listener on.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  }
  try {
    return await work(first.signal);
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', abort);
  }
}

/**
 * Runs `work` with a signal that is aborted after `ms`, or together with `stop`. Timer and listener are removed when
 * the work ends.
 */
export async function withDeadline<T>(
  ms: number,
  stop: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  { sleep }: Pick<Clock, 'sleep'> = systemClock,
): Promise<T> {
  const deadline = new AbortController();
  const done = new AbortController();
  void sleep(ms, done.signal).then((isOver) => {
    if (isOver) deadline.abort();
  });
  try {
    return await withAnySignal([stop, deadline.signal], work);
  } finally {
    done.abort();
  }
}

/** The value of `answer` if it resolves within `ms`, else undefined; a later value is ignored. */
export function valueWithin<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  return withDeadline(ms, undefined, (signal) => {
    const silence = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    return Promise.race([answer, silence]);
  });
}
