import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { operate } from '../net/http.js';
import type { Fault } from '../net/reply.js';
import { Button } from '../components/button.js';
import { Field, Form } from '../components/field.js';
import { FaultNotice } from '../components/notice.js';
import { ShownCode } from '../components/shownCode.js';
import { BACKUP } from '../text/backup.js';
import { t } from '../text/language.js';

/**
 * Creates the code that opens backups: shown, written down, typed back. `onMade` is called once the box has stored it.
 */
export function NewBackupCode({ onMade }: { readonly onMade: () => Promise<void> }): JSX.Element {
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
    setDifferent(normalized(typed) !== normalized(code ?? ''));
    if (normalized(typed) !== normalized(code ?? '')) return;
    const reply = await operate('backup.set-code', { code: typed });
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) await onMade();
  };
  return (
    <>
      <p>{t(BACKUP.codeIntro)}</p>
      <FaultNotice fault={fault} />
      {code === undefined ? (
        <div class="actions">
          <Button kind="primary" onClick={make}>
            {t(BACKUP.make)}
          </Button>
        </div>
      ) : isShown ? (
        <>
          <ShownCode code={code} />
          <div class="actions">
            <Button kind="primary" onClick={() => setShown(false)}>
              {t(BACKUP.hide)}
            </Button>
          </div>
        </>
      ) : (
        <Form onSubmit={confirm} label={t(BACKUP.confirm)}>
          <Field
            label={t(BACKUP.typeBack)}
            value={typed}
            onInput={setTyped}
            hint={t(BACKUP.typeBackHint)}
            fault={isDifferent ? t(BACKUP.different) : undefined}
            autoFocus
          />
          <div class="actions">
            <Button onClick={() => setShown(true)}>{t(BACKUP.showAgain)}</Button>
            <Button kind="primary" type="submit">
              {t(BACKUP.confirm)}
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}

/** Normalized as the box does it: any case, with or without hyphens, look-alikes as digits. */
function normalized(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[O\u041e]/g, '0')
    .replace(/[IL]/g, '1');
}
