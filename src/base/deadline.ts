import { type Clock, systemClock } from './clock.js';

/** Runs `work` with a signal that is aborted after `ms`, or with `stop` if that comes before. Neither outlives the work. */
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
