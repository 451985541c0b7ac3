import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { operate, request } from '../../net/http.js';
import { refreshSession, setCodeToConfirm, type SignedInUser, type UnconfirmedCode } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { Field, Form, Submit, useTyped } from '../../components/field.js';
import { faultText, ForTechnicians, Notice, useFault } from '../../components/notice.js';
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
  const code = useTyped('');
  const secret = useTyped('');
  const [fault, checked] = useFault();
  const recover = async (): Promise<void> => {
    const reply = checked(
      await request<NewOwner>('/web/recovery', { method: 'POST', body: { code: code.value, secret: secret.value } }),
    );
    if (reply.ok) await enter(reply.value);
  };
  return (
    <Form onSubmit={recover} label={t(SIGN_IN.forgotten)}>
      <p>{t(SIGN_IN.recoveryHint)}</p>
      <Field label={t(SIGN_IN.recoveryCode)} {...code} hint={t(SIGN_IN.recoveryCodeHint)} autoFocus />
      <Field label={t(SIGN_IN.newPassword)} {...secret} type="password" autoComplete="new-password" />
      {fault !== undefined && (
        <Notice kind="failure">{fault.code === 'wrong_secret' ? t(COMMON.wrongCode) : faultText(fault)}</Notice>
      )}
      <Submit label={t(SIGN_IN.setPassword)}>
        <Button text={t(COMMON.back)} onClick={onBack} />
      </Submit>
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
        <Button kind="primary" text={t(SIGN_IN.writtenDown)} onClick={() => setCodeToConfirm(undefined)} />
      </div>
    </main>
  );
}
