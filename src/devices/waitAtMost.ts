import type { Clock } from '../base/index.js';

/** How long one step of releasing a device is waited for, ms. */
export const RELEASE_TIMEOUT = 500;

/** Waits until `work` has ended, well or not, but not longer than `ms`; true when it has ended. */
export async function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
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
