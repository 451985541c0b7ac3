import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Field, Form, LanguageChoice, Submit, useTyped } from '../../components/field.js';
import { faultText, ForTechnicians, Notice } from '../../components/notice.js';
import { HelpLink } from './signIn.js';
import { go } from '../../route.js';
import { CLAIM } from '../../text/signIn.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { enter, type NewOwner } from './recovery.js';

/** For a box without an owner: the person with the code of its ticket becomes the first owner. */
export function ClaimScreen(): JSX.Element {
  const code = useTyped('');
  const name = useTyped('');
  const secret = useTyped('');
  const again = useTyped('');
  const [fault, setFault] = useState<string>();
  const claim = async (): Promise<void> => {
    if (secret.value !== again.value) {
      setFault(t(CLAIM.different));
      return;
    }
    const body = { code: code.value, name: name.value, secret: secret.value };
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
        <Field label={t(CLAIM.code)} {...code} hint={t(CLAIM.hint)} autoFocus />
        <Field label={t(CLAIM.name)} {...name} autoComplete="username" maxLength={50} />
        <Field label={t(COMMON.newPassword)} {...secret} type="password" autoComplete="new-password" />
        <Field label={t(CLAIM.again)} {...again} type="password" autoComplete="new-password" />
        {fault !== undefined && <Notice kind="failure">{fault}</Notice>}
        <Submit label={t(CLAIM.submit)} />
        <ForTechnicians words={t(CLAIM.service)} command="kasirbox users code" />
        <HelpLink />
      </Form>
    </main>
  );
}

function claimFault(fault: Fault): string {
  if (fault.code === 'wrong_secret') return t(COMMON.wrongCode);
  if (fault.code === 'claimed') return t(CLAIM.claimed);
  if (fault.kind === 'name') return t(COMMON.badUserName);
  if (fault.kind === 'secret') return t(COMMON.badPassword);
  return faultText(fault);
}
