import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { operate, request } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { refreshSession, setCodeToConfirm, type SignedInUser, type UnconfirmedCode } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { Field, Form } from '../../components/field.js';
import { faultText, ForTechnicians, Notice } from '../../components/notice.js';
import { useLoaded } from '../../components/load.js';
import { ShownCode } from '../../components/shownCode.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SIGN_IN } from '../../text/signIn.js';

/** The box's answer to a claim or a recovery. */
export interface NewOwner {
  readonly user: SignedInUser;
  readonly recoveryCode: string;
}

/** Password recovery for an owner: the recovery code, and a new password. */
export function Recovery({ onBack }: { readonly onBack: () => void }): JSX.Element {
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState('');
  const [fault, setFault] = useState<Fault>();
  const recover = async (): Promise<void> => {
    const reply = await request<NewOwner>('/web/recovery', { method: 'POST', body: { code, secret } });
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) await enter(reply.value);
  };
  return (
    <Form onSubmit={recover} label={t(SIGN_IN.forgotten)}>
      <p>{t(SIGN_IN.recoveryHint)}</p>
      <Field
        label={t(SIGN_IN.recoveryCode)}
        value={code}
        onInput={setCode}
        hint={t(SIGN_IN.recoveryCodeHint)}
        autoFocus
      />
      <Field
        label={t(SIGN_IN.newPassword)}
        value={secret}
        onInput={setSecret}
        type="password"
        autoComplete="new-password"
      />
      {fault !== undefined && (
        <Notice kind="failure">{fault.code === 'wrong_secret' ? t(SIGN_IN.wrongCode) : faultText(fault)}</Notice>
      )}
      <div class="actions">
        <Button onClick={onBack}>{t(COMMON.back)}</Button>
        <Button kind="primary" type="submit">
          {t(SIGN_IN.setPassword)}
        </Button>
      </div>
      <ForTechnicians words={t(SIGN_IN.recoveryService)} command="kasirbox users password" />
    </Form>
  );
}

/** Continues as the owner who has just claimed or recovered the box; the recovery code is shown first. */
export async function enter({ user, recoveryCode }: NewOwner): Promise<void> {
  setCodeToConfirm({ code: recoveryCode, owner: { id: user.id, name: user.name }, shownTo: user.id });
  await refreshSession();
}

/** The recovery code of an owner, until the person confirms that it is written down, or another one has replaced it. */
export function RecoveryCode({ code, owner }: Pick<UnconfirmedCode, 'code' | 'owner'>): JSX.Element {
  const checked = useLoaded(() => operate('users.check-recovery-code', { id: owner.id, code }), [code]);
  useEffect(() => {
    if (checked.value?.isValid === false) setCodeToConfirm(undefined);
  }, [checked.value]);
  return (
    <main class="narrow">
      <h1>{t(SIGN_IN.recoveryCode)}</h1>
      <p>
        <strong>{owner.name}</strong>
      </p>
      <p>{t(SIGN_IN.writeDown)}</p>
      <ShownCode code={code} />
      <p class="muted">{t(SIGN_IN.noLetterO)}</p>
      <div class="actions">
        <Button kind="primary" onClick={() => setCodeToConfirm(undefined)}>
          {t(SIGN_IN.writtenDown)}
        </Button>
      </div>
    </main>
  );
}
