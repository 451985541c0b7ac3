import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, request } from '../../net/http.js';
import { refreshSession } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { ForTechnicians } from '../../parts/forTechnicians.js';
import { faultWords, Notice } from '../../parts/notice.js';
import { ShownCode } from '../../parts/shownCode.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SIGN_IN } from '../../text/signIn.js';

/** The way back in for an owner: the recovery code, and a new password. */
export function Recovery({ onBack }: { readonly onBack: () => void }): JSX.Element {
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState('');
  const [fault, setFault] = useState<Fault>();
  const [nextCode, setNextCode] = useState<string>();
  const recover = async (): Promise<void> => {
    const body = { code, secret };
    const reply = await request<{ readonly recoveryCode: string }>('/web/recovery', { method: 'POST', body });
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) setNextCode(reply.value.recoveryCode);
  };
  if (nextCode !== undefined) return <RecoveryCode code={nextCode} onDone={refreshSession} />;
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
        <Notice kind="failure">{fault.code === 'wrong_secret' ? t(SIGN_IN.wrongCode) : faultWords(fault)}</Notice>
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

/** The recovery code of an owner, shown this once. */
export function RecoveryCode({ code, onDone }: { readonly code: string; readonly onDone: () => unknown }): JSX.Element {
  return (
    <section>
      <p>{t(SIGN_IN.writeDown)}</p>
      <ShownCode code={code} />
      <p class="muted">{t(SIGN_IN.noLetterO)}</p>
      <Button kind="primary" onClick={onDone}>
        {t(SIGN_IN.writtenDown)}
      </Button>
    </section>
  );
}
