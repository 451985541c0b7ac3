import type { Clock } from '../../base/index.js';

/** Time limit of one step of releasing a device, ms. */
export const RELEASE_TIMEOUT = 500;

/** Waits until `work` has settled, but not longer than `ms`; true when it has settled. */
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
