import type { JSX } from 'preact';
import type { PrinterTest, PrintJobRow } from '../../../../admin/index.js';
import type { PrinterStatus } from '../../../../../paper/printing/index.js';
import { operate } from '../../net/http.js';
import { user } from '../../net/session.js';
import { Show, useLoaded } from '../../components/load.js';
import { troubleText } from '../../components/notice.js';
import { moment } from '../../components/valueText.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { Act } from '../../components/act.js';

const JOB_STATES = {
  queued: COMMON.waits,
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
function PrintJobs({ round }: { readonly round: number }): JSX.Element {
  // The paper of a sale shows sales data; a technician tests a printer with a test page.
  const mayPrintAgain = user.value?.role === 'owner';
  const jobs = useLoaded(() => operate('print.jobs', { all: false }), [], [round]);
  return (
    <Show loaded={jobs}>
      {(list) =>
        list.length > 0 && (
          <ul class="plain-list">
            {list.map((job) => (
              <li class="entry" key={job.id}>
                <p>
                  {moment(job.time)} · <bdi>{job.number ?? job.uuid}</bdi> · {t(JOB_STATES[job.state])}
                </p>
                <div class="acts">
                  {CAN_CANCEL.includes(job.state) && (
                    <Act
                      text={t(STATUS.cancelJob)}
                      act={() => operate('print.cancel', { id: job.id })}
                      onDone={jobs.reload}
                    />
                  )}
                  {mayPrintAgain && !CAN_CANCEL.includes(job.state) && job.state !== 'sending' && (
                    <Act
                      text={t(COMMON.printAgain)}
                      act={() => operate('print.again', { receipt: job.uuid })}
                      say={({ printer }) => t(COMMON.sentToPrinter, { name: printer })}
                      onDone={jobs.reload}
                    />
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

const PRINTER_STATES = {
  idle: STATUS.printerIdle,
  printing: STATUS.printerPrinting,
  blocked: STATUS.printerBlocked,
  offline: STATUS.printerOffline,
} as const satisfies Record<PrinterStatus['state'], unknown>;

/** States that need a person. */
const IN_TROUBLE: readonly PrinterStatus['state'][] = ['blocked', 'offline'];

/** A test slip for each printer. */
export function PrinterTests({ onChanged }: { readonly onChanged: () => unknown }): JSX.Element {
  const printers = useLoaded(() => operate('print.printers', {}));
  return (
    <>
      {printers.value?.map(({ name }) => (
        <TestPrinter key={name} name={name} onChanged={onChanged} />
      ))}
    </>
  );
}

function TestPrinter({ name, onChanged }: { readonly name: string; readonly onChanged: () => unknown }): JSX.Element {
  return (
    <Act
      text={t(STATUS.testPrinter, { name })}
      act={() => operate('print.test', { name })}
      say={(test) => testText(name, test)}
      isGood={({ trouble }) => trouble === null}
      onDone={onChanged}
    />
  );
}

function testText(name: string, { trouble }: PrinterTest): string {
  if (trouble === null) return t(STATUS.testGood, { name });
  return `${t(STATUS.testBad, { name })} ${troubleText(trouble)}`;
}

/** The printers with their jobs. */
export function Printing({ round }: { readonly round: number }): JSX.Element {
  const printers = useLoaded(() => operate('print.printers', {}), [], [round]);
  return (
    <section class="card" id="printing">
      <h2>{t(STATUS.printing)}</h2>
      <Show loaded={printers}>
        {(list) => (
          <>
            {list.length === 0 && <p class="muted">{t(COMMON.noPrinters)}</p>}
            {list.map(({ name, state, proof, waiting }) => (
              <div class="entry" key={name}>
                <p>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>{' '}
                  <span class={IN_TROUBLE.includes(state) ? 'trouble' : undefined}>
                    {t(state === 'idle' && proof === null ? STATUS.printerUntested : PRINTER_STATES[state])}
                  </span>
                  {waiting > 0 && ` · ${t(STATUS.waitingJobs, { count: waiting })}`}
                </p>
              </div>
            ))}
            {list.length > 0 && <PrintJobs round={round} />}
          </>
        )}
      </Show>
    </section>
  );
}
