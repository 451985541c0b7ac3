import type { JSX } from 'preact';
import type { QueueRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { session } from '../../net/session.js';
import { Show, useLoaded } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { money } from '../../parts/money.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { Act } from '../../parts/act.js';

const STATES = {
  queued: STATUS.waits,
  issuing: STATUS.queueIssuing,
  refused: STATUS.queueRefused,
  issued: STATUS.queueIssued,
  removed: STATUS.queueRemoved,
} as const satisfies Record<QueueRow['state'], unknown>;

/** Requests that wait for the processor. Nothing when there are none. */
export function QueueCard({ round }: { readonly round: number }): JSX.Element | null {
  const queue = useLoaded(() => operate('queue.list', {}), [], [round]);
  const { value } = session;
  const isDemo = value.state === 'signed-in' && value.box.mode === 'demo';
  if (queue.value?.length === 0) return null;
  return (
    <section class="card" id="queue">
      <h2>{t(STATUS.queue)}</h2>
      <Show loaded={queue}>
        {(rows) => (
          <>
            {isDemo && rows.some(({ state }) => state === 'queued') && (
              <Notice kind="warning">{t(STATUS.demoIssuesNone)}</Notice>
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
  const total = row.total === null ? undefined : money(row.total / 100);
  return (
    <div class="entry">
      <p>
        <strong>{t(STATUS.queueNumber, { number })}</strong> · {moment(time)}
        {total !== undefined && <> · {total}</>} · {t(STATES[state])}
      </p>
      {reason !== null && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      {(state === 'queued' || state === 'refused') && (
        <Act
          act={() => operate('queue.remove', { id: row.key })}
          question={
            total === undefined ? t(STATUS.removeAskNumber, { number }) : t(STATUS.removeAsk, { number, total })
          }
          onDone={onChanged}
        >
          {t(STATUS.remove)}
        </Act>
      )}
    </div>
  );
}
