import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenReceipt } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Field, Form, Submit, useTyped } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { moment, money } from '../../components/valueText.js';
import { Notice, useFault } from '../../components/notice.js';
import { CameraButton } from '../../scan/camera.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';

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
                <Button text={t(STATUS.decide)} onClick={() => setChosen(receipt)} />
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

/** `number` is null when nothing was signed. */
interface Decided {
  readonly number: string | null;
}

interface DecisionFormProps {
  readonly requestId: string;
  readonly onDecided: (decided: Decided) => void;
}

/** A person's decision about a receipt: its link, or that nothing was signed. */
function DecisionForm({ requestId, onDecided }: DecisionFormProps): JSX.Element {
  const [isSigned, setSigned] = useState(true);
  const link = useTyped('');
  const reason = useTyped('');
  const [fault, checked] = useFault();
  const record = async (): Promise<void> => {
    const reply = checked(
      await operate('pfr.settle', { requestId, link: isSigned ? link.value.trim() : null, reason: reason.value }),
    );
    if (reply.ok) onDecided(reply.value);
  };
  return (
    <Form onSubmit={record}>
      <p>{t(STATUS.decideHint)}</p>
      <div class="choices field">
        <Button pressed={isSigned} text={t(STATUS.wasSigned)} onClick={() => setSigned(true)} />
        <Button pressed={!isSigned} text={t(STATUS.wasNotSigned)} onClick={() => setSigned(false)} />
      </div>
      {isSigned && (
        <div class="field-beside">
          <Field label={t(STATUS.link)} hint={t(STATUS.linkHint)} {...link} type="url" />
          <CameraButton onCode={link.onInput} />
        </div>
      )}
      <Field label={t(STATUS.reason)} hint={t(STATUS.reasonHint)} {...reason} maxLength={200} />
      <Submit
        label={t(STATUS.record)}
        fault={fault}
        disabled={reason.value.trim().length < 3 || (isSigned && link.value.trim() === '')}
      />
    </Form>
  );
}
