import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserRow } from '../../../../admin/index.js';
import type { UserRole } from '../../../../../platform/ledger/index.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { setCodeToConfirm, user } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { Choice, Field, Form } from '../../components/field.js';
import { FaultNotice, Notice } from '../../components/notice.js';
import { useUnsaved } from '../../components/dialog.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';

interface NewUserProps {
  /** Roles to choose from; the first one is preselected. */
  readonly roles: readonly [UserRole, ...UserRole[]];
  readonly users: readonly UserRow[];
  readonly onCreated: () => Promise<void>;
}

const HINTS = {
  owner: USERS.ownerHint,
  technician: USERS.technicianHint,
  cashier: USERS.cashierHint,
} as const;

/** Creates a user. For an owner the recovery code is shown next. */
export function NewUser({ roles, users, onCreated }: NewUserProps): JSX.Element {
  const [role, setRole] = useState<UserRole>(roles[0]);
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [created, setCreated] = useState<string>();
  const [badName, badSecret] = [nameFault(name, users), secretFault(role, name, secret)];
  const create = async (): Promise<void> => {
    setChecked(true);
    setCreated(undefined);
    if (badName !== undefined || badSecret !== undefined) return;
    const reply = await operate('users.create', { name: name.trim(), role, secret });
    setFault(reply.ok ? undefined : reply.error);
    if (!reply.ok) return;
    setChecked(false);
    setName('');
    setSecret('');
    const { id, name: its, recoveryCode: code } = reply.value;
    setCreated(its);
    await onCreated();
    if (code !== null && user.value !== undefined)
      setCodeToConfirm({ code, owner: { id, name: its }, shownTo: user.value.id });
  };
  useUnsaved(name !== '' || secret !== '');
  const isPin = role === 'cashier';
  return (
    <section class="card">
      <h2>{t(roles.length === 1 ? USERS.addCashier : USERS.newUser)}</h2>
      {created !== undefined && <Notice kind="success">{t(USERS.created, { name: created })}</Notice>}
      <Form onSubmit={create} label={t(roles.length === 1 ? USERS.addCashier : USERS.newUser)}>
        {roles.length > 1 && (
          <Choice
            label={t(USERS.role)}
            value={role}
            options={roles.map((one) => [one, t(USERS[one])] as const)}
            onChange={setRole}
            hint={t(HINTS[role])}
          />
        )}
        <Field
          label={t(USERS.name)}
          value={name}
          onInput={setName}
          maxLength={50}
          fault={isChecked ? badName : undefined}
        />
        <Field
          label={t(isPin ? USERS.pin : USERS.password)}
          value={secret}
          onInput={setSecret}
          type="password"
          inputMode={isPin ? 'numeric' : 'text'}
          autoComplete="new-password"
          fault={isChecked ? badSecret : undefined}
        />
        <FaultNotice fault={fault} />
        <div class="actions">
          <Button kind="primary" type="submit">
            {t(isPin ? USERS.addCashier : USERS.addUser)}
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** The error of a new password, or of the PIN of a cashier; undefined when it is valid. */
export function secretFault(role: UserRole, name: string, secret: string): string | undefined {
  if (role === 'cashier') return /^\d{4,8}$/.test(secret) ? undefined : t(USERS.badPin);
  const isName = nameKey(secret) === nameKey(name);
  return secret.length < 8 || secret.length > 128 || isName ? t(USERS.badPassword) : undefined;
}

/** The error of a new user's name, compared with the existing users. */
function nameFault(name: string, users: readonly { readonly name: string }[]): string | undefined {
  if (name.trim() === '' || name.trim().length > 50) return t(USERS.badName);
  return users.some((other) => nameKey(other.name) === nameKey(name)) ? t(USERS.takenName) : undefined;
}

function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLocaleLowerCase('sr');
}
