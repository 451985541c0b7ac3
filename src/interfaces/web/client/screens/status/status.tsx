import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { CheckResult } from '../../../../health/index.js';
import { operate } from '../../net/http.js';
import { refreshSession, user } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { awaitFirstAnswer } from '../../components/load.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { BoxCard, LastReceipts, TurnoverCard } from './shopCards.js';
import { Checks, WellChecks } from './checks.js';
import { DoubtCard } from './doubt.js';
import { Printing } from './printers.js';
import { CertificateCard, ProcessorCard } from './processor.js';
import { QueueCard, WithoutReceiptCard } from './withoutReceipt.js';

/** Minimum time between two requests of the page's figures, ms: many sales must not cause many reports. */
const MIN_PAUSE = 10_000;
/** Time before another try when the box has refused a stream, ms. */
const RETRY = 30_000;

interface LiveStatus {
  /** The worst first; undefined until they have arrived. */
  readonly checks: readonly CheckResult[] | undefined;
  /** Changes whenever the page's content may be outdated. */
  readonly round: number;
  /** Undefined until the first connection succeeded or failed. */
  readonly isLive: boolean | undefined;
  readonly setChecks: (checks: readonly CheckResult[]) => void;
}

/** Live state of the box while the page is visible; a hidden page has no connection. */
function useLiveStatus(): LiveStatus {
  const [checks, setChecks] = useState<readonly CheckResult[]>();
  const [round, setRound] = useState(0);
  const [isLive, setLive] = useState<boolean>();
  useLayoutEffect(() => {
    let source: EventSource | undefined;
    let retry: number | undefined;
    let pause: number | undefined;
    let sequence: number | undefined;
    let toldAt = -Infinity;
    const hasArrived = awaitFirstAnswer();
    const news = (): void => {
      pause ??= window.setTimeout(
        () => {
          pause = undefined;
          toldAt = performance.now();
          setRound((before) => before + 1);
        },
        Math.max(0, toldAt + MIN_PAUSE - performance.now()),
      );
    };
    const close = (): void => {
      source?.close();
      source = undefined;
      clearTimeout(retry);
    };
    const open = (): void => {
      close();
      const opened = new EventSource('/web/events');
      source = opened;
      opened.onopen = () => setLive(true);
      opened.onerror = () => {
        setLive(false);
        hasArrived();
        if (opened.readyState !== EventSource.CLOSED) return;
        // The stream was refused: no user is signed in any more, or too many pages are connected.
        void refreshSession();
        retry = window.setTimeout(open, RETRY);
      };
      opened.addEventListener('checks', ({ data }: MessageEvent<string>) => {
        setChecks(JSON.parse(data) as readonly CheckResult[]);
        hasArrived();
      });
      opened.addEventListener('ledger', ({ data }: MessageEvent<string>) => {
        const told = JSON.parse(data) as { readonly sequence: number };
        if (sequence !== undefined && sequence !== told.sequence) news();
        sequence = told.sequence;
      });
    };
    const look = (): void => (document.hidden ? close() : open());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(pause);
      hasArrived();
      close();
    };
  }, []);
  return { checks, round, isLive, setChecks };
}

/**
 * The live state of the box. An owner sees first today's sales, then what needs a person; details for technicians are
 * collapsed for an owner.
 */
export function StatusScreen(): JSX.Element {
  const { checks, round, isLive, setChecks } = useLiveStatus();
  const checkNow = async (): Promise<void> => {
    const reply = await operate('doctor', {});
    if (reply.ok) setChecks([...reply.value].sort((one, other) => ORDER[one.state] - ORDER[other.state]));
  };
  // A fault that stops sales comes before today's sales.
  const isStopped = checks?.some(({ blocks }) => blocks) === true;
  const isOwner = user.value?.role === 'owner';
  return (
    <>
      <header class="screen-head">
        <h1>{t(COMMON.status)}</h1>
        <span class={isLive === true ? 'live on' : 'live'} role="status">
          {isLive !== undefined && t(isLive ? STATUS.live : STATUS.notLive)}
        </span>
      </header>
      <div class="cards">
        <div>
          {isOwner && !isStopped && <TurnoverCard round={round} />}
          <section class="card">
            {checks === undefined ? (
              <p class="loading">{t(COMMON.loading)}</p>
            ) : (
              <Checks checks={checks} onChanged={checkNow} />
            )}
          </section>
          {isOwner && isStopped && <TurnoverCard round={round} />}
          <DoubtCard round={round} />
          <div id="queue">
            <QueueCard round={round} />
            <WithoutReceiptCard round={round} />
          </div>
        </div>
        <div>
          {isOwner && <LastReceipts round={round} />}
          <Printing round={round} />
          <Technical isOpen={!isOwner}>
            <TechnicalParts checks={checks ?? []} checkNow={checkNow} />
          </Technical>
        </div>
      </div>
    </>
  );
}

/** Details for technicians, loaded when they are opened. */
function Technical({
  isOpen,
  children,
}: {
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [hasOpened, setOpened] = useState(isOpen);
  return (
    <details
      class="card technical"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{t(STATUS.forTechnician)}</summary>
      {hasOpened && children}
    </details>
  );
}

function TechnicalParts({
  checks,
  checkNow,
}: {
  readonly checks: readonly CheckResult[];
  readonly checkNow: () => Promise<void>;
}): JSX.Element {
  return (
    <>
      <ProcessorCard />
      <CertificateCard />
      <BoxCard checks={checks} />
      <WellChecks checks={checks} />
      <Button text={t(STATUS.checkNow)} onClick={checkNow} />
    </>
  );
}

/** The same order as on the box. */
const ORDER = { failure: 0, warning: 1, ok: 2 } as const;
