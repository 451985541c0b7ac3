import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { KeyRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Field, Form, Submit, Switch, useTyped } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { moment, money } from '../../components/valueText.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { QrCode } from '../../components/shownCode.js';
import { COMMON } from '../../text/common.js';
import { KEYS } from '../../text/users.js';
import { t } from '../../text/language.js';

interface NewKey {
  readonly label: string;
  readonly key: string;
}

/** The API keys: creation, usage, revocation. */
export function KeySettings(): JSX.Element {
  const loaded = useLoaded(() => operate('keys.list', {}), [], [setupVersion.value]);
  const [withRevoked, setWithRevoked] = useState(false);
  const [done, setDone] = useState<string>();
  const changed = (words: string): void => {
    setDone(words);
    void loaded.reload();
  };
  return (
    <>
      <CreateKey onCreated={() => void loaded.reload()} />
      {done !== undefined && <Notice kind="success">{done}</Notice>}
      <Show loaded={loaded}>
        {(keys) => {
          const shown = keys.filter(({ revokedAt }) => withRevoked || revokedAt === null);
          return (
            <>
              {shown.length === 0 && <p class="muted">{t(KEYS.none)}</p>}
              {shown.map((key) => (
                <Key key={key.id} row={key} onChanged={changed} />
              ))}
              {keys.some(({ revokedAt }) => revokedAt !== null) && (
                <Switch label={t(KEYS.showRevoked)} checked={withRevoked} onChange={setWithRevoked} />
              )}
            </>
          );
        }}
      </Show>
    </>
  );
}

function CreateKey({ onCreated }: { readonly onCreated: () => void }): JSX.Element {
  const label = useTyped('');
  const [made, setMade] = useState<NewKey>();
  const [fault, checked] = useFault();
  const create = async (): Promise<void> => {
    const reply = checked(await operate('keys.create', { label: label.value }));
    if (!reply.ok) return;
    setMade({ label: label.value, key: reply.value.key });
    label.onInput('');
    onCreated();
  };
  if (made !== undefined) {
    return (
      <section class="card">
        <h2>{t(KEYS.created, { label: made.label })}</h2>
        <Notice kind="warning">{t(KEYS.once)}</Notice>
        <p class="code small">{made.key}</p>
        <QrCode text={made.key} label={t(KEYS.qr)} />
        <div class="actions">
          <Button kind="primary" text={t(COMMON.done)} onClick={() => setMade(undefined)} />
        </div>
      </section>
    );
  }
  return (
    <section class="card">
      <p>{t(KEYS.hint)}</p>
      <p>
        <a href="/docs" target="_blank" rel="noopener">
          {t(KEYS.reference)}
        </a>
      </p>
      <Form onSubmit={create} label={t(COMMON.createKey)}>
        <Field label={t(KEYS.label)} {...label} hint={t(KEYS.labelHint)} maxLength={100} />
        <Submit label={t(COMMON.createKey)} fault={fault} />
      </Form>
    </section>
  );
}

interface KeyProps {
  readonly row: KeyRow;
  readonly onChanged: (words: string) => void;
}

function Key({ row, onChanged }: KeyProps): JSX.Element {
  const { id, label, prefix, createdAt, lastUsedAt, revokedAt, addresses, newAddresses, lastDay } = row;
  const [fault, checked] = useFault();
  const change = async (name: 'keys.revoke' | 'keys.accept'): Promise<void> => {
    const reply = checked(await operate(name, { id }));
    if (reply.ok) onChanged(t(name === 'keys.revoke' ? KEYS.revoked : KEYS.accepted, { label }));
  };
  const isStrange = newAddresses.length > 0 || lastDay.isUnusual;
  const facts = { receipts: lastDay.receipts, refunds: lastDay.refunds.count, amount: money(lastDay.refunds.amount) };
  return (
    <section class="card">
      <h2>
        {label} <small class="muted">{`${prefix}…`}</small>
      </h2>
      <ul class="plain-list key-facts">
        <li>{t(KEYS.createdAt, { time: moment(createdAt) })}</li>
        <li>{lastUsedAt === null ? t(KEYS.neverUsed) : t(KEYS.lastUsed, { time: moment(lastUsedAt) })}</li>
        {revokedAt !== null && <li>{t(KEYS.revokedAt, { time: moment(revokedAt) })}</li>}
        {lastDay.receipts > 0 && <li>{t(KEYS.lastDay, facts)}</li>}
        {addresses.length > 0 && <li>{t(KEYS.addresses, { addresses: addresses.join(', ') })}</li>}
      </ul>
      {newAddresses.length > 0 && (
        <Notice kind="warning">{t(KEYS.newAddresses, { addresses: newAddresses.join(', ') })}</Notice>
      )}
      {lastDay.isUnusual && <Notice kind="warning">{t(KEYS.unusual)}</Notice>}
      <FaultNotice fault={fault} />
      {revokedAt === null && (
        <div class="actions">
          {isStrange && <Button text={t(KEYS.accept)} onClick={() => change('keys.accept')} />}
          <ConfirmButton
            text={t(KEYS.revoke)}
            question={t(KEYS.revokeQuestion, { label })}
            onConfirm={() => change('keys.revoke')}
          />
        </div>
      )}
    </section>
  );
}
