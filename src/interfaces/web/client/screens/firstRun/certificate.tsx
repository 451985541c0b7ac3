import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { CertificateRow } from '../../../../admin/index.js';
import type { Environment } from '../../../../../contract/index.js';
import { operate } from '../../net/http.js';
import { Field, Form, Submit, useTyped } from '../../components/field.js';
import { Facts } from '../../components/facts.js';
import { base64Of } from '../../components/fileButton.js';
import { Show, useLoaded } from '../../components/load.js';
import { faultText, Notice } from '../../components/notice.js';
import { FIRST_RUN_CERTIFICATE as TEXTS } from '../../text/firstRun.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { refreshSetup, type StepProps } from './setupState.js';

/** A request may have 1 MiB, and base64 makes four characters of three bytes. The authority's files have 3 to 8 KiB. */
const MAX_FILE = 700 * 1024;

/** The certificate by which a V-PFR identifies the box. */
export function CertificateStep({ state }: StepProps): JSX.Element {
  const { environment } = state;
  const loaded = useLoaded(() => operate('certificate.show', { environment }), [environment]);
  if (state.certificate === 'not-needed') return <Notice kind="info">{t(TEXTS.notNeeded)}</Notice>;
  return (
    <Show loaded={loaded}>
      {({ certificate, faults }) => (
        <>
          <p>{t(TEXTS.intro)}</p>
          {faults.map((message) => (
            <Notice key={message} kind="failure">
              {message}
            </Notice>
          ))}
          {certificate === null ? (
            <UploadForm environment={environment} onInstalled={loaded.reload} />
          ) : (
            <>
              {state.certificate === 'ended' ? (
                <Notice kind="failure">{t(TEXTS.ended)}</Notice>
              ) : (
                <Notice kind="success">{t(TEXTS.installed)}</Notice>
              )}
              <Installed certificate={certificate} />
              <details class="card" open={state.certificate === 'ended'}>
                <summary>{t(TEXTS.replace)}</summary>
                <UploadForm environment={environment} onInstalled={loaded.reload} />
              </details>
            </>
          )}
        </>
      )}
    </Show>
  );
}

function Installed({ certificate }: { readonly certificate: CertificateRow }): JSX.Element {
  const { organisation, location, until, jid } = certificate;
  const facts = [
    [t(COMMON.taxpayer), organisation],
    [t(TEXTS.location), location],
    ['JID', jid],
    [t(COMMON.validUntil), until],
  ] as const;
  return (
    <div class="card">
      <Facts facts={facts} />
    </div>
  );
}

interface UploadFormProps {
  readonly environment: Environment;
  readonly onInstalled: () => Promise<void>;
}

function UploadForm({ environment, onInstalled }: UploadFormProps): JSX.Element {
  const id = useId();
  const [file, setFile] = useState<File>();
  const password = useTyped('');
  const [fault, setFault] = useState<string>();
  const install = async (): Promise<void> => {
    if (file === undefined || file.size > MAX_FILE) {
      setFault(t(file === undefined ? TEXTS.noFile : TEXTS.tooLarge));
      return;
    }
    const pfx = await base64Of(file);
    const reply = await operate('certificate.upload', { environment, pfx, password: password.value });
    password.onInput('');
    setFault(reply.ok ? undefined : faultText(reply.error));
    if (!reply.ok) return;
    await refreshSetup();
    await onInstalled();
  };
  return (
    <Form onSubmit={install} label={t(TEXTS.install)}>
      <div class="field">
        <label for={id}>{t(TEXTS.file)}</label>
        <input
          id={id}
          type="file"
          accept=".pfx,.p12,application/x-pkcs12"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </div>
      <Field label={t(TEXTS.password)} {...password} type="password" />
      {fault !== undefined && <Notice kind="failure">{fault}</Notice>}
      <Submit label={t(TEXTS.install)} />
    </Form>
  );
}
