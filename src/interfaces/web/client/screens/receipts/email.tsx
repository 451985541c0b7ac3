import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callApi, type Fault } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Field, Form } from '../../parts/field.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';

/** Sends a receipt to a buyer. Without a mail server it links to that setting, since only owners see receipts. */
export function EmailDialog({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }): JSX.Element {
  const [to, setTo] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  const send = async (): Promise<void> => {
    setSentTo(undefined);
    const reply = await callApi(`/invoices/${uuid}/email`, { method: 'POST', body: { to: to.trim() } });
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) setSentTo(to.trim());
  };
  return (
    <Dialog title={t(RECEIPTS.email)} onClose={onClose}>
      <Form onSubmit={send}>
        <Field
          label={t(RECEIPTS.emailTo)}
          value={to}
          onInput={setTo}
          type="email"
          inputMode="email"
          maxLength={190}
          autoFocus
        />
        <FaultNotice fault={fault} />
        {fault?.rule === 'mail.no-server' && (
          <p>
            <a href="#/settings/mail">{t(RECEIPTS.emailSettings)}</a>
          </p>
        )}
        {sentTo !== undefined && <Notice kind="success">{t(RECEIPTS.emailSent, { to: sentTo })}</Notice>}
        <footer class="actions">
          <Button kind="primary" type="submit" disabled={to.trim() === ''}>
            {t(RECEIPTS.send)}
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
}
