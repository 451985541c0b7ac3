import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { setupVersion } from '../../net/live.js';
import { refreshSession, setCodeToConfirm, signedOutBecause, user as signedIn } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { Confirm, Dialog } from '../../components/dialog.js';
import { Field, Form } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { day } from '../../components/valueText.js';
import { FaultNotice, Notice } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';
import { NewUser, secretFault } from './newUser.js';

type Asked = { readonly what: 'secret' | 'remove' | 'code'; readonly user: UserRow };

/** The users. `onChange`: sessions of a user have ended. */
export function People({ onChange }: { readonly onChange: () => Promise<void> }): JSX.Element {
  const loaded = useLoaded(() => operate('users.list', {}), [], [setupVersion.value]);
  const [asked, setAsked] = useState<Asked>();
  const [changed, setChanged] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  const reload = async (): Promise<void> => {
    await Promise.all([loaded.reload(), onChange()]);
  };
  const remove = async ({ id }: UserRow): Promise<void> => {
    const reply = await operate('users.remove', { id });
    setFault(reply.ok ? undefined : reply.error);
    setAsked(undefined);
    await Promise.all([reload(), refreshSession()]);
  };
  const renewCode = async ({ id }: UserRow): Promise<void> => {
    const reply = await operate('users.recovery-code', { id });
    setFault(reply.ok ? undefined : reply.error);
    setAsked(undefined);
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
                <PersonRow key={user.id} user={user} onAsk={(what) => setAsked({ what, user })} />
              ))}
            </ul>
            <NewUser roles={['cashier', 'technician', 'owner']} users={users} onCreated={reload} />
          </>
        )}
      </Show>
      {asked?.what === 'remove' && (
        <Confirm
          title={t(USERS.removeUser)}
          question={t(USERS.removeUserQuestion, { name: asked.user.name })}
          action={t(USERS.remove)}
          onConfirm={() => remove(asked.user)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.what === 'code' && (
        <Confirm
          title={t(USERS.newCode)}
          question={t(USERS.newCodeQuestion, { name: asked.user.name })}
          action={t(USERS.newCode)}
          onConfirm={() => renewCode(asked.user)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.what === 'secret' && (
        <NewSecret
          user={asked.user}
          onClose={() => setAsked(undefined)}
          onChanged={async () => {
            setChanged(asked.user.name);
            setAsked(undefined);
            await Promise.all([reload(), refreshSession()]);
          }}
        />
      )}
    </section>
  );
}

interface PersonRowProps {
  readonly user: UserRow;
  readonly onAsk: (what: Asked['what']) => void;
}

function PersonRow({ user: { name, role, createdAt }, onAsk }: PersonRowProps): JSX.Element {
  const what = t(role === 'cashier' ? USERS.newPin : USERS.newPassword);
  return (
    <li class="row">
      <div>
        <strong>{name}</strong> <span class="badge">{t(USERS[role])}</span>
        <p class="muted">{t(USERS.since, { time: day(createdAt.slice(0, 10)) })}</p>
      </div>
      <div class="actions">
        <Button label={t(USERS.secretOf, { what, name })} onClick={() => onAsk('secret')}>
          {what}
        </Button>
        {role === 'owner' && (
          <Button label={t(USERS.secretOf, { what: t(USERS.newCode), name })} onClick={() => onAsk('code')}>
            {t(USERS.newCode)}
          </Button>
        )}
        <Button label={t(USERS.removeOf, { name })} onClick={() => onAsk('remove')}>
          {t(USERS.remove)}
        </Button>
      </div>
    </li>
  );
}

interface NewSecretProps {
  readonly user: UserRow;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

function NewSecret({ user: { id, name, role }, onChanged, onClose }: NewSecretProps): JSX.Element {
  const [secret, setSecret] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const title = t(USERS.secretOf, { what: t(role === 'cashier' ? USERS.newPin : USERS.newPassword), name });
  const bad = secretFault(role, name, secret);
  const save = async (): Promise<void> => {
    setChecked(true);
    if (bad !== undefined) return;
    const isOwn = id === signedIn.value?.id;
    // The session ends with the change. The sign-in screen then shows why.
    if (isOwn) signedOutBecause.value = 'new-secret';
    const reply = await operate('users.password', { id, secret });
    if (isOwn && !reply.ok) signedOutBecause.value = undefined;
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) await onChanged();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={save} label={title}>
        {id === signedIn.value?.id && <p>{t(USERS.ownSecret)}</p>}
        <Field
          label={t(role === 'cashier' ? USERS.pin : USERS.password)}
          value={secret}
          onInput={setSecret}
          type="password"
          inputMode={role === 'cashier' ? 'numeric' : 'text'}
          autoComplete="new-password"
          fault={isChecked ? bad : undefined}
          autoFocus
        />
        <FaultNotice fault={fault} />
        <div class="actions">
          <Button onClick={onClose}>{t(COMMON.cancel)}</Button>
          <Button kind="primary" type="submit">
            {t(COMMON.save)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
