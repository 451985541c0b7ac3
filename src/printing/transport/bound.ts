import type { Clock } from '../../base/clock.js';

/** A step of giving a device free is not waited for longer than this, ms. */
export const PATIENCE = 500;

/** Waits for `work` to end, well or not, but not longer than `ms`; true when it has ended. */
export async function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, clock.sleep(ms, stop.signal).then(() => false)]);
  } finally {
    stop.abort();
  }
}
