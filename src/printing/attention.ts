import type { UtcMs } from '../base/fiscal.js';
import type { JobView } from './printing.js';

/** A paper that nobody has looked for so long is not asked about any more, ms. */
const DAY = 24 * 60 * 60 * 1000;

/** The box itself ended the job before a byte of it left: nobody who waits for the paper knows. */
export function isGivenUp({ state, reason }: Pick<JobView, 'state' | 'reason'>): boolean {
  return state === 'cancelled' && reason !== 'operator';
}

/**
 * Jobs of the last day whose paper nobody knows of, or that the box gave up, and after which nothing was printed of the
 * same receipt: a person must look. `jobs` are the newest first, and so is what comes back.
 */
export function doubtful(jobs: readonly JobView[], now: UtcMs): JobView[] {
  return jobs.filter((job) => {
    const { id, uuid, updatedAt } = job;
    if ((job.state !== 'unknown' && !isGivenUp(job)) || now - updatedAt > DAY) return false;
    // A second copy was made at the same time, and whoever waited for it may still look for the first.
    const isLater = (other: JobView): boolean => other.id > id && other.createdAt > updatedAt;
    return !jobs.some((other) => other.uuid === uuid && isLater(other) && other.state !== 'cancelled');
  });
}
