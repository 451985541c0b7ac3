import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { ForTechnicians } from '../../parts/forTechnicians.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { ShownCode } from '../../parts/shownCode.js';
import { FIRST_RUN_BACKUP as TEXTS } from '../../text/firstRun.js';
import { t } from '../../text/language.js';
import { refreshSetup } from './state.js';
import type { StepProps } from './step.js';

/** The code that opens backups: shown, written down, typed back. */
export function BackupStep({ state }: StepProps): JSX.Element {
  const [code, setCode] = useState<string>();
  const [isShown, setShown] = useState(true);
  const [typed, setTyped] = useState('');
  const [isDifferent, setDifferent] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const make = async (): Promise<void> => {
    const reply = await operate('backup.make-code', {});
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) setCode(reply.value.code);
  };
  const confirm = async (): Promise<void> => {
    setDifferent(readCode(typed) !== readCode(code ?? ''));
    if (readCode(typed) !== readCode(code ?? '')) return;
    const reply = await operate('backup.set-code', { code: typed });
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) setCode(undefined);
    await refreshSetup();
  };
  if (state.hasBackupCode) {
    return (
      <>
        <Notice kind="success">{t(TEXTS.there)}</Notice>
        <ForTechnicians words={t(TEXTS.service)} command="kasirbox backup code" />
      </>
    );
  }
  return (
    <>
      <p>{t(TEXTS.intro)}</p>
      <FaultNotice fault={fault} />
      {code === undefined ? (
        <div class="actions">
          <Button kind="primary" onClick={make}>
            {t(TEXTS.make)}
          </Button>
        </div>
      ) : isShown ? (
        <>
          <ShownCode code={code} />
          <div class="actions">
            <Button kind="primary" onClick={() => setShown(false)}>
              {t(TEXTS.hide)}
            </Button>
          </div>
        </>
      ) : (
        <Form onSubmit={confirm} label={t(TEXTS.confirm)}>
          <Field
            label={t(TEXTS.typeBack)}
            value={typed}
            onInput={setTyped}
            hint={t(TEXTS.typeBackHint)}
            fault={isDifferent ? t(TEXTS.different) : undefined}
            autoFocus
          />
          <div class="actions">
            <Button onClick={() => setShown(true)}>{t(TEXTS.showAgain)}</Button>
            <Button kind="primary" type="submit">
              {t(TEXTS.confirm)}
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}

/** As the box reads it: in any case, with or without hyphens, and with what looks alike as one. */
function readCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[O\u041e]/g, '0')
    .replace(/[IL]/g, '1');
}
