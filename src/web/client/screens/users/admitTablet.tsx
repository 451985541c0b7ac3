import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, request } from '../../net/http.js';
import { refreshSession, session } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { FIRST_RUN_TABLET } from '../../text/firstRun.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';

/** Lets the device in hand in, so that cashiers may sign in on it with a PIN. */
export function AdmitTablet({ onAdmitted }: { readonly onAdmitted: () => Promise<void> }): JSX.Element {
  const [label, setLabel] = useState(t(FIRST_RUN_TABLET.defaultLabel));
  const [isChecked, setChecked] = useState(false);
  const isIn = session.value.state === 'signed-in' && session.value.isOnTablet;
  const [fault, setFault] = useState<Fault>();
  const admit = async (): Promise<void> => {
    setChecked(true);
    if (label.trim() === '') return;
    const reply = await request('/web/tablet', { method: 'POST', body: { label: label.trim() } });
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) await Promise.all([refreshSession(), onAdmitted()]);
  };
  if (isIn) return <Notice kind="success">{t(USERS.isIn)}</Notice>;
  return (
    <Form onSubmit={admit} label={t(USERS.letIn)}>
      <Field
        label={t(USERS.tabletLabel)}
        value={label}
        onInput={setLabel}
        maxLength={80}
        fault={isChecked && label.trim() === '' ? t(USERS.badLabel) : undefined}
      />
      <FaultNotice fault={fault} />
      <div class="actions">
        <Button type="submit">{t(USERS.letIn)}</Button>
      </div>
    </Form>
  );
}
