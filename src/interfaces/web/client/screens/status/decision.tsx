import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { FaultNotice } from '../../parts/notice.js';
import { CameraButton } from '../../scan/camera.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';

/** `number` is null when nothing was signed. */
export interface Decided {
  readonly number: string | null;
}

interface DecisionFormProps {
  readonly requestId: string;
  readonly onDecided: (decided: Decided) => void;
}

/** A person's decision about a receipt: its link, or that nothing was signed. */
export function DecisionForm({ requestId, onDecided }: DecisionFormProps): JSX.Element {
  const [isSigned, setSigned] = useState(true);
  const [link, setLink] = useState('');
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<Fault>();
  const record = async (): Promise<void> => {
    const reply = await operate('pfr.settle', { requestId, link: isSigned ? link.trim() : null, reason });
    if (reply.ok) onDecided(reply.value);
    else setFault(reply.error);
  };
  return (
    <Form onSubmit={record}>
      <p>{t(STATUS.decideHint)}</p>
      <div class="choices field">
        <Button pressed={isSigned} onClick={() => setSigned(true)}>
          {t(STATUS.wasSigned)}
        </Button>
        <Button pressed={!isSigned} onClick={() => setSigned(false)}>
          {t(STATUS.wasNotSigned)}
        </Button>
      </div>
      {isSigned && (
        <div class="field-beside">
          <Field label={t(STATUS.link)} hint={t(STATUS.linkHint)} value={link} onInput={setLink} type="url" />
          <CameraButton onCode={setLink} />
        </div>
      )}
      <Field label={t(STATUS.reason)} hint={t(STATUS.reasonHint)} value={reason} onInput={setReason} maxLength={200} />
      <FaultNotice fault={fault} />
      <footer class="actions">
        <Button kind="primary" type="submit" disabled={reason.trim().length < 3 || (isSigned && link.trim() === '')}>
          {t(STATUS.record)}
        </Button>
      </footer>
    </Form>
  );
}
