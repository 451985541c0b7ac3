/** Runs `work` with a signal that is aborted after `ms`, or with `stop` if that comes before. Neither outlives the work. */
export async function withDeadline<T>(
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const end = (): void => deadline.abort();
  const timer = setTimeout(end, ms);
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
