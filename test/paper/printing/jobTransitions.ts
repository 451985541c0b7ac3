import { JOB_STATE_TABLE, type JobReason, type JobState, type PrintJob } from '../../../src/platform/ledger/job.js';
import { Jobs } from '../../../src/platform/ledger/views/jobs.js';
import { instead } from '../../kit/instead.js';

interface Row {
  readonly isFirst: boolean;
  readonly reasons: readonly JobReason[];
  readonly next: readonly JobState[];
}

/** As a test reads it: each state that may follow is one of the table. */
export const TABLE: Readonly<Record<JobState, Row>> = JOB_STATE_TABLE;

/** What is wrong with a job as it is recorded, and why; undefined when the table allows it. */
export function badTransition(before: PrintJob | undefined, { id, state, reason }: PrintJob): string | undefined {
  const { isFirst, reasons } = TABLE[state];
  if (reason === null ? reasons.length > 0 : !reasons.includes(reason)) return `job ${id} is ${state}, ${reason}`;
  if (before === undefined) return isFirst ? undefined : `job ${id} begins as ${state}`;
  return TABLE[before.state].next.includes(state) ? undefined : `job ${id} goes from ${before.state} to ${state}`;
}

/**
 * Watches every job that any ledger of this process records from now on, and returns the transitions that the table does not
 * allow, as they come. A job that comes out of a snapshot was seen when it was recorded.
 */
export function badTransitions(): readonly string[] {
  const bad: string[] = [];
  const seen = new Set<string>();
  instead(Jobs.prototype, 'put', (jobs: Jobs, original, args) => {
    const [job] = args as Parameters<Jobs['put']>;
    const before = jobs.job(job.id);
    const key = `${job.id} ${job.uuid}`;
    const isRead = before === undefined && seen.has(key);
    seen.add(key);
    const fault = isRead ? undefined : badTransition(before, job);
    if (fault !== undefined) bad.push(fault);
    return original(...args);
  });
  return bad;
}
