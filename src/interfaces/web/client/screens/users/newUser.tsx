import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserRow } from '../../../../admin/index.js';
import type { UserRole } from '../../../../../platform/ledger/index.js';
import { operate } from '../../net/http.js';
import { setCodeToConfirm, user } from '../../net/session.js';
import { Choice, Field, Form, Submit, useTyped } from '../../components/field.js';
import { Notice, useFault } from '../../components/notice.js';
import { useUnsaved } from '../../components/dialog.js';
import { COMMON } from '../../text/common.js';
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
  const name = useTyped('');
  const secret = useTyped('');
  const [isChecked, setChecked] = useState(false);
  const [fault, checked] = useFault();
  const [created, setCreated] = useState<string>();
  const [badName, badSecret] = [nameFault(name.value, users), secretFault(role, name.value, secret.value)];
  const create = async (): Promise<void> => {
    setChecked(true);
    setCreated(undefined);
    if (badName !== undefined || badSecret !== undefined) return;
    const reply = checked(await operate('users.create', { name: name.value.trim(), role, secret: secret.value }));
    if (!reply.ok) return;
    setChecked(false);
    name.onInput('');
    secret.onInput('');
    const { id, name: its, recoveryCode: code } = reply.value;
    setCreated(its);
    await onCreated();
    if (code !== null && user.value !== undefined)
      setCodeToConfirm({ code, owner: { id, name: its }, shownTo: user.value.id });
  };
  useUnsaved(name.value !== '' || secret.value !== '');
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
        <Field label={t(COMMON.userName)} {...name} maxLength={50} fault={isChecked ? badName : undefined} />
        <Field
          label={t(isPin ? USERS.pin : COMMON.newPassword)}
          {...secret}
          type="password"
          inputMode={isPin ? 'numeric' : 'text'}
          autoComplete="new-password"
          fault={isChecked ? badSecret : undefined}
        />
        <Submit label={t(isPin ? USERS.addCashier : USERS.addUser)} fault={fault} />
      </Form>
    </section>
  );
}

/** The error of a new password, or of the PIN of a cashier; undefined when it is valid. */
export function secretFault(role: UserRole, name: string, secret: string): string | undefined {
  if (role === 'cashier') return /^\d{4,8}$/.test(secret) ? undefined : t(USERS.badPin);
  const isName = nameKey(secret) === nameKey(name);
  return secret.length < 8 || secret.length > 128 || isName ? t(COMMON.badPassword) : undefined;
}

/** The error of a new user's name, compared with the existing users. */
function nameFault(name: string, users: readonly { readonly name: string }[]): string | undefined {
  if (name.trim() === '' || name.trim().length > 50) return t(COMMON.badUserName);
  return users.some((other) => nameKey(other.name) === nameKey(name)) ? t(USERS.takenName) : undefined;
}

function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLocaleLowerCase('sr');
}
