import { type Clock, systemClock } from './clock.js';

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
