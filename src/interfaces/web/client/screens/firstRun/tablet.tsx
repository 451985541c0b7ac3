import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { operate } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { Button } from '../../components/button.js';
import { Field, Form, Submit } from '../../components/field.js';
import { useLoaded } from '../../components/load.js';
import { Notice, useFault } from '../../components/notice.js';
import { QrCode } from '../../components/shownCode.js';
import { FIRST_RUN_TABLET as TEXTS } from '../../text/firstRun.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { AdmitTablet, freeLabel } from '../users/admitTablet.js';
import { refreshSetup, type StepProps } from './setupState.js';

/** The devices that sell: this one with the pages of the box, or a program that has a key. */
export function TabletStep({ state }: StepProps): JSX.Element {
  return (
    <>
      <section class="card">
        <h2>{t(TEXTS.pages)}</h2>
        <p>{t(TEXTS.pagesHint)}</p>
        <AdmitTablet onAdmitted={refreshSetup} />
      </section>
      <section class="card">
        <h2>{t(TEXTS.program)}</h2>
        <p>{t(TEXTS.programHint)}</p>
        {state.keys > 0 && <p class="muted">{t(TEXTS.keyCount, { count: state.keys })}</p>}
        {state.keys > 0 && state.usedKeys === 0 && <Notice kind="info">{t(TEXTS.keyUnused)}</Notice>}
        <NewKey />
      </section>
    </>
  );
}

function NewKey(): JSX.Element {
  const keys = useLoaded(() => operate('keys.list', {}), [], [setupVersion.value]);
  const [typed, setLabel] = useState<string>();
  const label = typed ?? freeLabel(keys.value?.filter(({ revokedAt }) => revokedAt === null) ?? []);
  const [key, setKey] = useState<string>();
  const [fault, checked] = useFault();
  const make = async (): Promise<void> => {
    const reply = checked(await operate('keys.create', { label: label.trim() }));
    if (reply.ok) setKey(reply.value.key);
    await Promise.all([refreshSetup(), keys.reload()]);
  };
  if (key !== undefined) {
    return (
      <>
        <p>{t(TEXTS.keyOnce)}</p>
        <p class="code small">{key}</p>
        <QrCode text={key} label={t(TEXTS.keyCode)} />
        <div class="actions">
          <Button
            kind="primary"
            text={t(TEXTS.keyDone)}
            onClick={() => {
              setKey(undefined);
              setLabel(undefined);
            }}
          />
        </div>
      </>
    );
  }
  return (
    <Form onSubmit={make} label={t(TEXTS.program)}>
      <Field label={t(TEXTS.keyLabel)} value={label} onInput={setLabel} maxLength={80} />
      <Submit label={t(COMMON.createKey)} fault={fault} kind="plain" disabled={label.trim() === ''} />
    </Form>
  );
}
