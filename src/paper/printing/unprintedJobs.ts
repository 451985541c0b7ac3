import type { UtcMs } from '../../base/index.js';
import type { PrintJobStatus } from './port.js';

/** Jobs that are older than this, ms, are no longer reported. */
const MAX_AGE = 24 * 60 * 60 * 1000;

/**
 * True when the box itself cancelled the job before any byte was sent. The seller who waits for the paper does not know
 * about it.
 */
export function wasCancelledByBox({ state, reason }: Pick<PrintJobStatus, 'state' | 'reason'>): boolean {
  return state === 'cancelled' && reason !== 'operator' && reason !== 'proven';
}

/**
 * Jobs of the last day that a person must check: it is unknown whether they were printed, or the box cancelled them,
 * and no later job of the same receipt was made. `jobs` are the newest first, and so is the result.
 */
export function jobsToCheck(jobs: readonly PrintJobStatus[], now: UtcMs): PrintJobStatus[] {
  return jobs.filter((job) => {
    const { id, uuid, updatedAt } = job;
    if ((job.state !== 'unknown' && !wasCancelledByBox(job)) || now - updatedAt > MAX_AGE) return false;
    // A second copy is made at the same time as the first, and does not replace it.
    const isLater = (other: PrintJobStatus): boolean => other.id > id && other.createdAt > updatedAt;
    return !jobs.some((other) => other.uuid === uuid && isLater(other) && other.state !== 'cancelled');
  });
}
