import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { Field, Form, LanguageChoice } from '../../components/field.js';
import { faultText, ForTechnicians, Notice } from '../../components/notice.js';
import { HelpLink } from './signIn.js';
import { go } from '../../route.js';
import { CLAIM } from '../../text/signIn.js';
import { t } from '../../text/language.js';
import { enter, type NewOwner } from './recovery.js';

/** For a box without an owner: the person with the code of its ticket becomes the first owner. */
export function ClaimScreen(): JSX.Element {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const [again, setAgain] = useState('');
  const [fault, setFault] = useState<string>();
  const claim = async (): Promise<void> => {
    if (secret !== again) {
      setFault(t(CLAIM.different));
      return;
    }
    const body = { code, name, secret };
    const reply = await request<NewOwner>('/web/claim', { method: 'POST', body });
    setFault(reply.ok ? undefined : claimFault(reply.error));
    if (!reply.ok) return;
    go('setup');
    await enter(reply.value);
  };
  return (
    <main class="narrow">
      <LanguageChoice />
      <h1>{t(CLAIM.title)}</h1>
      <Form onSubmit={claim} label={t(CLAIM.title)}>
        <Field label={t(CLAIM.code)} value={code} onInput={setCode} hint={t(CLAIM.hint)} autoFocus />
        <Field label={t(CLAIM.name)} value={name} onInput={setName} autoComplete="username" maxLength={50} />
        <Field
          label={t(CLAIM.password)}
          value={secret}
          onInput={setSecret}
          type="password"
          autoComplete="new-password"
        />
        <Field label={t(CLAIM.again)} value={again} onInput={setAgain} type="password" autoComplete="new-password" />
        {fault !== undefined && <Notice kind="failure">{fault}</Notice>}
        <div class="actions">
          <Button kind="primary" type="submit">
            {t(CLAIM.submit)}
          </Button>
        </div>
        <ForTechnicians words={t(CLAIM.service)} command="kasirbox users code" />
        <HelpLink />
      </Form>
    </main>
  );
}

function claimFault(fault: Fault): string {
  if (fault.code === 'wrong_secret') return t(CLAIM.wrong);
  if (fault.code === 'claimed') return t(CLAIM.claimed);
  if (fault.kind === 'name') return t(CLAIM.badName);
  if (fault.kind === 'secret') return t(CLAIM.badSecret);
  return faultText(fault);
}
