import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { QueueRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { session } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Show, useLoaded } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { money } from '../../parts/money.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { QUEUE } from '../../text/queue.js';
import { ReasonForm } from './withoutReceipt.js';

const STATES = {
  queued: QUEUE.waits,
  issuing: QUEUE.issuing,
  refused: QUEUE.refused,
  issued: QUEUE.issued,
  removed: QUEUE.removed,
} as const satisfies Record<QueueRow['state'], unknown>;

/** Requests that wait for the processor. Nothing when there are none. */
export function QueueCard({ round }: { readonly round: number }): JSX.Element | null {
  const queue = useLoaded(() => operate('queue.list', {}), [], [round]);
  const { value } = session;
  const isDemo = value.state === 'signed-in' && value.box.mode === 'demo';
  if (queue.value?.length === 0) return null;
  return (
    <section class="card">
      <h2>{t(QUEUE.title)}</h2>
      <Show loaded={queue}>
        {(rows) => (
          <>
            {isDemo && rows.some(({ state }) => state === 'queued') && (
              <Notice kind="warning">{t(QUEUE.demoIssuesNone)}</Notice>
            )}
            {rows.map((row) => (
              <QueueEntry key={row.key} row={row} onChanged={queue.reload} />
            ))}
          </>
        )}
      </Show>
    </section>
  );
}

function QueueEntry({ row, onChanged }: { readonly row: QueueRow; readonly onChanged: () => unknown }): JSX.Element {
  const { number, state, time, reason } = row;
  const [isRemoving, setRemoving] = useState(false);
  const removed = (): void => {
    setRemoving(false);
    void onChanged();
  };
  return (
    <div class="entry">
      <p>
        <strong>{t(QUEUE.number, { number })}</strong> · {moment(time)}
        {row.total !== null && <> · {money(row.total / 100)}</>} · {t(STATES[state])}
      </p>
      {reason !== null && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      {(state === 'queued' || state === 'refused') && (
        <Button onClick={() => setRemoving(true)}>{t(QUEUE.remove)}</Button>
      )}
      {isRemoving && (
        <Dialog title={t(QUEUE.removeTitle, { number })} onClose={() => setRemoving(false)}>
          <ReasonForm
            action={t(QUEUE.remove)}
            hint={t(QUEUE.reasonHint)}
            send={(reason) => operate('queue.remove', { id: row.key, reason })}
            onDone={removed}
          >
            <p>{t(QUEUE.removeAsk)}</p>
          </ReasonForm>
        </Dialog>
      )}
    </div>
  );
}
