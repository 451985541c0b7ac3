import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { callApi } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { FaultNotice, useFault } from '../../components/notice.js';
import { QrCode } from '../../components/shownCode.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { rules } from './till.js';

interface PrintJob {
  readonly id: number;
  readonly state: 'queued' | 'sending' | 'printed' | 'blocked' | 'unknown' | 'unconfirmed' | 'cancelled';
}

const STATES = {
  queued: TILL.printQueued,
  sending: TILL.printQueued,
  printed: TILL.printPrinted,
  blocked: TILL.printBlocked,
  unknown: TILL.printUnknown,
  unconfirmed: TILL.printUnknown,
  cancelled: TILL.printCancelled,
} as const satisfies Readonly<Record<PrintJob['state'], object>>;

/** How often a job is requested, ms. */
const PAUSE = 1000;
/**
 * Number of requests at first. A receipt without a job by then gets none, and a printer that needs a person is then
 * queried less often.
 */
const TIMES = 20;
const LATER_PAUSE = 3000;

interface PaperProps {
  readonly uuid: string;
  readonly journal: string | null;
  /** As drawn by the processor. */
  readonly qr: string | null;
  /** Content of the code. Some processors draw none, such as the demo; the page then draws it. */
  readonly link: string | null;
  /** True when it was made just now, so that it may be printing. */
  readonly isFresh?: boolean;
  /** Offered in place of printing again once the paper is proven; nothing when left out. */
  readonly copy?: JSX.Element;
}

/** A receipt as it is on paper, with what becomes of the paper. */
export function Paper({ uuid, journal, qr, link, isFresh = false, copy }: PaperProps): JSX.Element {
  const [fault, checked] = useFault();
  const { job, needsCopy, isRunning, follow } = useJob(uuid, isFresh);
  const print = async (): Promise<void> => {
    const reply = checked(
      await callApi<{ readonly job: PrintJob }>(`/invoices/${uuid}/print`, { method: 'POST', body: {} }),
    );
    if (reply.ok) follow(reply.value.job);
  };
  return (
    <>
      {rules.value.hasPrinter && (
        <div class="printing">
          {job !== undefined && <span role="status">{t(STATES[job.state])}</span>}
          {needsCopy === true && copy}
          {needsCopy === false && <Button text={t(COMMON.printAgain)} onClick={print} disabled={isRunning} />}
        </div>
      )}
      <FaultNotice fault={fault} />
      {qr !== null ? (
        <img class="qr" src={`data:image/gif;base64,${qr}`} alt={t(TILL.qr)} />
      ) : (
        link !== null && <QrCode text={link} label={t(TILL.qr)} />
      )}
      {(qr ?? link) !== null && <p class="muted scan-hint">{t(TILL.qrHint)}</p>}
      {journal !== null && (
        <pre class="paper" role="group" aria-label={t(TILL.paper)} tabIndex={0}>
          {journal}
        </pre>
      )}
    </>
  );
}

interface FollowedJob {
  readonly job: PrintJob | undefined;
  /** Is its paper proven, so that only a copy may be printed? Undefined while that is asked of an older receipt. */
  readonly needsCopy: boolean | undefined;
  /** True while a job is in progress, so that printing again is useless. */
  readonly isRunning: boolean;
  /** Follows this job from now on. */
  readonly follow: (job: PrintJob) => void;
}

const ENDED: readonly PrintJob['state'][] = ['printed', 'unconfirmed', 'unknown', 'cancelled'];

/** The last print job of a receipt, requested until it has ended. */
function useJob(uuid: string, isFresh: boolean): FollowedJob {
  const [job, setJob] = useState<PrintJob>();
  const [followed, setFollowed] = useState<number>();
  const [needsCopy, setNeedsCopy] = useState(isFresh ? false : undefined);
  const [isAsking, setAsking] = useState(true);
  const { hasPrinter } = rules.value;
  useEffect(() => {
    if (!isAsking || !hasPrinter) return;
    let times = 0;
    let isOver = false;
    let hasJob = followed !== undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const reply = await callApi<{ readonly jobs: readonly PrintJob[]; readonly needsCopy: boolean }>(
        `/invoices/${uuid}/print-jobs`,
      );
      if (isOver) return;
      setNeedsCopy(reply.ok && reply.value.needsCopy);
      const jobs = reply.ok ? reply.value.jobs : [];
      const last = followed === undefined ? jobs.at(-1) : jobs.find(({ id }) => id === followed);
      if (last !== undefined) setJob(last);
      hasJob ||= last !== undefined;
      times += 1;
      const hasEnded = last !== undefined && ENDED.includes(last.state);
      if (hasEnded || (times >= (isFresh ? TIMES : 1) && !hasJob)) setAsking(false);
      else timer = setTimeout(() => void ask(), times < TIMES ? PAUSE : LATER_PAUSE);
    };
    timer = setTimeout(() => void ask(), isFresh ? PAUSE / 2 : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [uuid, followed, isAsking, hasPrinter]);
  const follow = (begun: PrintJob): void => {
    setJob(begun);
    setFollowed(begun.id);
    setAsking(!ENDED.includes(begun.state));
  };
  return { job, needsCopy, isRunning: isAsking && job !== undefined, follow };
}
