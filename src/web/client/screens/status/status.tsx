import type { JSX } from 'preact';
import { operate } from '../../net/http.js';
import { user } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { BoxCard } from './boxCard.js';
import { Checks } from './checks.js';
import { DoubtCard } from './doubt.js';
import { LastReceipts } from './lastReceipts.js';
import { useLiveStatus } from './live.js';
import { Printing } from './printers.js';
import { CertificateCard, ProcessorCard } from './processor.js';
import { QueueCard } from './queue.js';
import { TurnoverCard } from './turnover.js';

/** How the box is, as it changes: what to mend first, what was sold, and all that the box works with. */
export function StatusScreen(): JSX.Element {
  const { checks, round, isLive, setChecks } = useLiveStatus();
  const checkNow = async (): Promise<void> => {
    const reply = await operate('doctor', {});
    if (reply.ok) setChecks([...reply.value].sort((one, other) => ORDER[one.state] - ORDER[other.state]));
  };
  const isOwner = user.value?.role === 'owner';
  return (
    <>
      <header class="screen-head">
        <h1>{t(COMMON.status)}</h1>
        <span class={isLive ? 'live on' : 'live'}>{t(isLive ? STATUS.live : STATUS.notLive)}</span>
        <Button onClick={checkNow}>{t(STATUS.checkNow)}</Button>
      </header>
      <section class="card">
        {checks === undefined ? (
          <p class="loading">{t(COMMON.loading)}</p>
        ) : (
          <Checks checks={checks} onChanged={checkNow} />
        )}
      </section>
      <div class="cards">
        <div>
          {isOwner && <TurnoverCard round={round} />}
          <DoubtCard round={round} />
          <QueueCard round={round} />
          <Printing round={round} />
          <ProcessorCard />
          <CertificateCard />
        </div>
        <div>
          {isOwner && <LastReceipts round={round} />}
          <BoxCard checks={checks ?? []} />
        </div>
      </div>
    </>
  );
}

/** As the box orders what it sends. */
const ORDER = { failure: 0, warning: 1, ok: 2 } as const;
