import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { refreshSession, setCodeToConfirm, signedOutBecause, user as signedIn } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { ConfirmButton, DialogButton } from '../../components/dialog.js';
import { Field, Form, Submit, useTyped } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { day } from '../../components/valueText.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';
import { NewUser, secretFault } from './newUser.js';

/** The users. `onChange`: sessions of a user have ended. */
export function People({ onChange }: { readonly onChange: () => Promise<void> }): JSX.Element {
  const loaded = useLoaded(() => operate('users.list', {}), [], [setupVersion.value]);
  const [changed, setChanged] = useState<string>();
  const [fault, checked] = useFault();
  const reload = async (): Promise<void> => {
    await Promise.all([loaded.reload(), onChange()]);
  };
  const remove = async ({ id }: UserRow): Promise<void> => {
    checked(await operate('users.remove', { id }));
    await Promise.all([reload(), refreshSession()]);
  };
  const renewCode = async ({ id }: UserRow): Promise<void> => {
    const reply = checked(await operate('users.recovery-code', { id }));
    if (!reply.ok || signedIn.value === undefined) return;
    const { name, recoveryCode: code } = reply.value;
    setCodeToConfirm({ code, owner: { id, name }, shownTo: signedIn.value.id });
  };
  return (
    <section aria-labelledby="people">
      <h2 id="people">{t(USERS.people)}</h2>
      <p class="muted">{t(USERS.peopleHint)}</p>
      <FaultNotice fault={fault} />
      {changed !== undefined && <Notice kind="success">{t(USERS.changed, { name: changed })}</Notice>}
      <Show loaded={loaded}>
        {(users) => (
          <>
            <ul class="rows card">
              {users.map((user) => (
                <PersonRow
                  key={user.id}
                  user={user}
                  onRemove={() => remove(user)}
                  onRenewCode={() => renewCode(user)}
                  onChanged={async () => {
                    setChanged(user.name);
                    await Promise.all([reload(), refreshSession()]);
                  }}
                />
              ))}
            </ul>
            <NewUser roles={['cashier', 'technician', 'owner']} users={users} onCreated={reload} />
          </>
        )}
      </Show>
    </section>
  );
}

interface PersonRowProps {
  readonly user: UserRow;
  readonly onRemove: () => Promise<void>;
  readonly onRenewCode: () => Promise<void>;
  /** Called once a new password or PIN is stored. */
  readonly onChanged: () => Promise<void>;
}

function PersonRow({ user, onRemove, onRenewCode, onChanged }: PersonRowProps): JSX.Element {
  const { name, role, createdAt } = user;
  const what = t(role === 'cashier' ? USERS.newPin : USERS.newPassword);
  const title = t(USERS.secretOf, { what, name });
  return (
    <li class="row">
      <div>
        <strong>{name}</strong> <span class="badge">{t(USERS[role])}</span>
        <p class="muted">{t(USERS.since, { time: day(createdAt.slice(0, 10)) })}</p>
      </div>
      <div class="actions">
        <DialogButton text={what} label={title} title={title}>
          {(close) => (
            <NewSecret
              user={user}
              title={title}
              onClose={close}
              onChanged={() => {
                close();
                return onChanged();
              }}
            />
          )}
        </DialogButton>
        {role === 'owner' && (
          <ConfirmButton
            text={t(USERS.newCode)}
            label={t(USERS.secretOf, { what: t(USERS.newCode), name })}
            question={t(USERS.newCodeQuestion, { name })}
            onConfirm={onRenewCode}
          />
        )}
        <ConfirmButton
          text={t(COMMON.remove)}
          label={t(USERS.removeOf, { name })}
          title={t(USERS.removeUser)}
          question={t(USERS.removeUserQuestion, { name })}
          onConfirm={onRemove}
        />
      </div>
    </li>
  );
}

interface NewSecretProps {
  readonly user: UserRow;
  readonly title: string;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

function NewSecret({ user: { id, name, role }, title, onChanged, onClose }: NewSecretProps): JSX.Element {
  const secret = useTyped('');
  const [isChecked, setChecked] = useState(false);
  const [fault, checked] = useFault();
  const bad = secretFault(role, name, secret.value);
  const save = async (): Promise<void> => {
    setChecked(true);
    if (bad !== undefined) return;
    const isOwn = id === signedIn.value?.id;
    // The session ends with the change. The sign-in screen then shows why.
    if (isOwn) signedOutBecause.value = 'new-secret';
    const reply = checked(await operate('users.password', { id, secret: secret.value }));
    if (isOwn && !reply.ok) signedOutBecause.value = undefined;
    if (reply.ok) await onChanged();
  };
  return (
    <Form onSubmit={save} label={title}>
      {id === signedIn.value?.id && <p>{t(USERS.ownSecret)}</p>}
      <Field
        label={t(role === 'cashier' ? USERS.pin : COMMON.newPassword)}
        {...secret}
        type="password"
        inputMode={role === 'cashier' ? 'numeric' : 'text'}
        autoComplete="new-password"
        fault={isChecked ? bad : undefined}
        autoFocus
      />
      <Submit label={t(COMMON.save)} fault={fault}>
        <Button text={t(COMMON.cancel)} onClick={onClose} />
      </Submit>
    </Form>
  );
}
