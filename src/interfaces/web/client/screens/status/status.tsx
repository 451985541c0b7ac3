import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CheckResult } from '../../../../health/index.js';
import { operate } from '../../net/http.js';
import { user } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { BoxCard } from './boxCard.js';
import { Checks, WellChecks } from './checks.js';
import { DoubtCard } from './doubt.js';
import { LastReceipts } from './lastReceipts.js';
import { useLiveStatus } from './live.js';
import { Printing } from './printers.js';
import { CertificateCard, ProcessorCard } from './processor.js';
import { QueueCard } from './queue.js';
import { TurnoverCard } from './turnover.js';
import { WithoutReceiptCard } from './withoutReceipt.js';

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
      <Button onClick={checkNow}>{t(STATUS.checkNow)}</Button>
    </>
  );
}

/** The same order as on the box. */
const ORDER = { failure: 0, warning: 1, ok: 2 } as const;
