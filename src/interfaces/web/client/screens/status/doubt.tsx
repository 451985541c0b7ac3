import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenReceipt } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Show, useLoaded } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { money } from '../../parts/money.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { type Decided, DecisionForm } from './decision.js';

const STATES = {
  asking: STATUS.stateAsking,
  doubt: STATUS.stateDoubt,
  notHeld: STATUS.stateNotHeld,
} as const satisfies Record<OpenReceipt['state'], unknown>;

/** Receipts that may or may not have been signed, for a decision by a person. Nothing when there are none. */
export function DoubtCard({ round }: { readonly round: number }): JSX.Element | null {
  const open = useLoaded(() => operate('pfr.open', {}), [], [round]);
  const [chosen, setChosen] = useState<OpenReceipt>();
  const [decided, setDecided] = useState<Decided>();
  const onDecided = (decision: Decided): void => {
    setChosen(undefined);
    setDecided(decision);
    void open.reload();
  };
  if (open.value?.length === 0 && decided === undefined) return null;
  return (
    <section class="card" id="doubt">
      <h2>{t(STATUS.doubt)}</h2>
      {decided !== undefined && (
        <Notice kind="success">
          {decided.number === null ? t(STATUS.recordedNotSigned) : t(STATUS.recorded, { number: decided.number })}
        </Notice>
      )}
      <Show loaded={open}>
        {(receipts) => (
          <>
            {receipts.length === 0 && <p class="muted">{t(STATUS.noDoubt)}</p>}
            {receipts.map((receipt) => (
              <div class="entry" key={receipt.requestId}>
                <p>
                  {receipt.total !== null && (
                    <>
                      <strong>{money(receipt.total / 100)}</strong> ·{' '}
                    </>
                  )}
                  {moment(receipt.time)} · {t(STATES[receipt.state])}
                </p>
                <p class="names">
                  <bdi>{receipt.names.join(', ')}</bdi>
                </p>
                <Button onClick={() => setChosen(receipt)}>{t(STATUS.decide)}</Button>
              </div>
            ))}
          </>
        )}
      </Show>
      {chosen !== undefined && (
        <Dialog title={titleOf(chosen)} onClose={() => setChosen(undefined)}>
          <DecisionForm requestId={chosen.requestId} onDecided={onDecided} />
        </Dialog>
      )}
    </section>
  );
}

function titleOf({ time, total }: OpenReceipt): string {
  if (total === null) return t(STATUS.decideTitleTime, { time: moment(time) });
  return t(STATUS.decideTitle, { time: moment(time), total: money(total / 100) });
}
