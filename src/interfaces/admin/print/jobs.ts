import { ok, type Result, type Message } from '../../../base/index.js';
import { jobsToCheck, type PrintJobStatus } from '../../../paper/printing/index.js';
import { boolean } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { type PrintJobRow, printJobRow } from './row.js';

/** Lists jobs that are in progress, or whose paper a person must check; with `all`, all recorded ones. Newest first. */
export const listPrintJobs = operation({
  permission: 'printing',
  isReadOnly: true,
  ask: { all: boolean },
  async run(
    { printing, ledger, now }: Pick<AdminParts, 'printing' | 'ledger' | 'now'>,
    { all },
  ): Promise<Result<readonly PrintJobRow[], Message>> {
    const jobs = printing.jobs();
    const doubted = new Set(jobsToCheck(jobs, now()));
    const isOpen = (job: PrintJobStatus): boolean =>
      ['queued', 'sending', 'blocked'].includes(job.state) || doubted.has(job);
    const rows: PrintJobRow[] = [];
    for (const job of all ? jobs : jobs.filter(isOpen)) rows.push(await printJobRow({ ledger }, job));
    return ok(rows);
  },
});
