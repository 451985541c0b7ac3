import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { operate } from '../net/http.js';
import { Button } from '../components/button.js';
import { Field, Form, Submit, useTyped } from '../components/field.js';
import { FaultNotice, useFault } from '../components/notice.js';
import { ShownCode } from '../components/shownCode.js';
import { BACKUP } from '../text/backup.js';
import { t } from '../text/language.js';

/**
 * Creates the code that opens backups: shown, written down, typed back. `onMade` is called once the box has stored it.
 */
export function NewBackupCode({ onMade }: { readonly onMade: () => Promise<void> }): JSX.Element {
  const [code, setCode] = useState<string>();
  const [isShown, setShown] = useState(true);
  const typed = useTyped('');
  const [isDifferent, setDifferent] = useState(false);
  const [fault, checked] = useFault();
  const make = async (): Promise<void> => {
    const reply = checked(await operate('backup.make-code', {}));
    if (reply.ok) setCode(reply.value.code);
  };
  const confirm = async (): Promise<void> => {
    setDifferent(normalized(typed.value) !== normalized(code ?? ''));
    if (normalized(typed.value) !== normalized(code ?? '')) return;
    const reply = checked(await operate('backup.set-code', { code: typed.value }));
    if (reply.ok) await onMade();
  };
  return (
    <>
      <p>{t(BACKUP.codeIntro)}</p>
      <FaultNotice fault={fault} />
      {code === undefined ? (
        <div class="actions">
          <Button kind="primary" text={t(BACKUP.make)} onClick={make} />
        </div>
      ) : isShown ? (
        <>
          <ShownCode code={code} />
          <div class="actions">
            <Button kind="primary" text={t(BACKUP.hide)} onClick={() => setShown(false)} />
          </div>
        </>
      ) : (
        <Form onSubmit={confirm} label={t(BACKUP.confirm)}>
          <Field
            label={t(BACKUP.typeBack)}
            {...typed}
            hint={t(BACKUP.typeBackHint)}
            fault={isDifferent ? t(BACKUP.different) : undefined}
            autoFocus
          />
          <Submit label={t(BACKUP.confirm)}>
            <Button text={t(BACKUP.showAgain)} onClick={() => setShown(true)} />
          </Submit>
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
