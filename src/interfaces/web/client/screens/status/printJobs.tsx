import type { JSX } from 'preact';
import type { PrintJobRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { user } from '../../net/session.js';
import { Show, useLoaded } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { Act } from '../../parts/act.js';

const JOB_STATES = {
  queued: STATUS.waits,
  sending: STATUS.jobSending,
  printed: STATUS.jobPrinted,
  blocked: STATUS.jobBlocked,
  unknown: STATUS.jobUnknown,
  unconfirmed: STATUS.jobUnconfirmed,
  cancelled: STATUS.jobCancelled,
} as const satisfies Record<PrintJobRow['state'], unknown>;

/** States in which nothing was sent to the printer yet. */
const CAN_CANCEL: readonly PrintJobRow['state'][] = ['queued', 'blocked'];

/** Print jobs that wait, or that need a person. Nothing when there are none. */
export function PrintJobs({ round }: { readonly round: number }): JSX.Element {
  // The paper of a sale shows sales data; a technician tests a printer with a test page.
  const mayPrintAgain = user.value?.role === 'owner';
  const jobs = useLoaded(() => operate('print.jobs', { all: false }), [], [round]);
  return (
    <Show loaded={jobs}>
      {(list) =>
        list.length > 0 && (
          <ul class="entries">
            {list.map((job) => (
              <li class="entry" key={job.id}>
                <p>
                  {moment(job.time)} · <bdi>{job.number ?? job.uuid}</bdi> · {t(JOB_STATES[job.state])}
                </p>
                <div class="acts">
                  {CAN_CANCEL.includes(job.state) && (
                    <Act act={() => operate('print.cancel', { id: job.id })} onDone={jobs.reload}>
                      {t(STATUS.cancelJob)}
                    </Act>
                  )}
                  {mayPrintAgain && !CAN_CANCEL.includes(job.state) && job.state !== 'sending' && (
                    <Act
                      act={() => operate('print.again', { receipt: job.uuid })}
                      say={({ printer }) => t(STATUS.jobSent, { name: printer })}
                      onDone={jobs.reload}
                    >
                      {t(STATUS.printAgain)}
                    </Act>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Show>
  );
}
