import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { QueueRow, UnsettledRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import type { Reply } from '../../net/reply.js';
import { box } from '../../net/session.js';
import { Act } from '../../components/act.js';
import { Button } from '../../components/button.js';
import { DialogButton } from '../../components/dialog.js';
import { Submit, Field, Form, useTyped } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { moment, money } from '../../components/valueText.js';
import { Notice, useFault } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { QUEUE } from '../../text/status.js';

/** Sales that were removed from the queue and have no receipt. Nothing when there are none. */
export function WithoutReceiptCard({ round }: { readonly round: number }): JSX.Element | null {
  const sales = useLoaded(() => operate('queue.unsettled', {}), [], [round]);
  if (sales.value?.count === 0) return null;
  return (
    <section class="card">
      <h2>{t(QUEUE.withoutReceipt)}</h2>
      <p>{t(QUEUE.withoutReceiptHint)}</p>
      <Show loaded={sales}>
        {({ count, rows }) => (
          <>
            {rows.map((row) => (
              <Sale key={row.number} row={row} onChanged={sales.reload} />
            ))}
            {count > rows.length && <p class="muted">{t(QUEUE.andMore, { count: count - rows.length })}</p>}
          </>
        )}
      </Show>
    </section>
  );
}

function Sale({ row, onChanged }: { readonly row: UnsettledRow; readonly onChanged: () => unknown }): JSX.Element {
  const { number, time, total, by, removedAt, reason } = row;
  const removed = [by, removedAt === null ? null : moment(removedAt), reason].filter((part) => part !== null);
  return (
    <div class="entry">
      <p>
        <strong>{t(QUEUE.number, { number })}</strong> · {moment(time)}
        {total !== null && <> · {money(total / 100)}</>}
      </p>
      {removed.length > 0 && (
        <p>
          {t(QUEUE.removedBy)} <bdi>{removed.join(' · ')}</bdi>
        </p>
      )}
      <div class="actions start">
        <Act
          text={t(QUEUE.issue)}
          act={() => operate('queue.issue', { number })}
          question={t(QUEUE.issueAsk, { number })}
          onDone={onChanged}
        />
        <DialogButton text={t(QUEUE.settle)} title={t(QUEUE.settleTitle, { number })}>
          {(close) => (
            <SettleForm
              number={number}
              onSettled={() => {
                close();
                void onChanged();
              }}
            />
          )}
        </DialogButton>
      </div>
    </div>
  );
}

interface SettleFormProps {
  readonly number: number;
  readonly onSettled: () => void;
}

/** The receipt that was issued for a sale, or why there is none. */
function SettleForm({ number, onSettled }: SettleFormProps): JSX.Element {
  const [hasReceipt, setHasReceipt] = useState(true);
  const receipt = useTyped('');
  return (
    <ReasonForm
      action={t(QUEUE.settle)}
      isOptional={hasReceipt}
      isIncomplete={hasReceipt && receipt.value.trim() === ''}
      hint={hasReceipt ? t(QUEUE.reasonOfReceipt) : t(QUEUE.reasonHint)}
      send={(reason) =>
        operate('queue.settle', {
          ...{ number },
          ...(hasReceipt && { receipt: receipt.value.trim() }),
          ...(reason !== '' && { reason }),
        })
      }
      onDone={onSettled}
    >
      <div class="choices field">
        <Button pressed={hasReceipt} text={t(QUEUE.hasReceipt)} onClick={() => setHasReceipt(true)} />
        <Button pressed={!hasReceipt} text={t(QUEUE.cameBack)} onClick={() => setHasReceipt(false)} />
      </div>
      {hasReceipt && <Field label={t(QUEUE.receipt)} hint={t(QUEUE.receiptHint)} {...receipt} maxLength={40} />}
    </ReasonForm>
  );
}

interface ReasonFormProps {
  readonly action: string;
  readonly hint: string;
  /** True when the reason may be omitted. */
  readonly isOptional?: boolean;
  /** True while another field is not filled in. */
  readonly isIncomplete?: boolean;
  readonly send: (reason: string) => Promise<Reply<unknown>>;
  readonly onDone: () => void;
  readonly children?: JSX.Element | readonly (JSX.Element | false)[];
}

/** Asks for the reason of a decision that is recorded with the name of the person who is signed in. */
function ReasonForm(props: ReasonFormProps): JSX.Element {
  const { action, hint, isOptional = false, isIncomplete = false, send, onDone, children } = props;
  const reason = useTyped('');
  const [fault, checked] = useFault();
  const record = async (): Promise<void> => {
    const reply = checked(await send(reason.value.trim()));
    if (reply.ok) onDone();
  };
  const isShort = reason.value.trim().length < 3 && !(isOptional && reason.value.trim() === '');
  return (
    <Form onSubmit={record}>
      {children}
      <Field label={t(COMMON.reason)} hint={hint} {...reason} maxLength={200} />
      <Submit label={action} fault={fault} disabled={isShort || isIncomplete} />
    </Form>
  );
}

const STATES = {
  queued: COMMON.waits,
  issuing: QUEUE.issuing,
  refused: QUEUE.refused,
  issued: QUEUE.issued,
  removed: QUEUE.removed,
} as const satisfies Record<QueueRow['state'], unknown>;

/** Requests that wait for the processor. Nothing when there are none. */
export function QueueCard({ round }: { readonly round: number }): JSX.Element | null {
  const queue = useLoaded(() => operate('queue.list', {}), [], [round]);
  const isDemo = box.value?.mode === 'demo';
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
        <DialogButton text={t(COMMON.remove)} title={t(QUEUE.removeTitle, { number })}>
          {(close) => (
            <ReasonForm
              action={t(COMMON.remove)}
              hint={t(QUEUE.reasonHint)}
              send={(reason) => operate('queue.remove', { id: row.key, reason })}
              onDone={() => {
                close();
                void onChanged();
              }}
            >
              <p>{t(QUEUE.removeAsk)}</p>
            </ReasonForm>
          )}
        </DialogButton>
      )}
    </div>
  );
}
