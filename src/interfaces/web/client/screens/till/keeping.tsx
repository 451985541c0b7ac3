import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Notice } from '../../parts/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL_KEEPING } from '../../text/tillKeeping.js';
import { till } from './till.js';

/** Shown as long as the device cannot store everything that a till needs after a reload. */
export function KeepingNotice(): JSX.Element | null {
  const { value } = till.kept;
  if (value === 'all') return null;
  return (
    <Notice kind={value === 'nothing' ? 'failure' : 'warning'}>
      <p>{t(TILL_KEEPING[value])}</p>
      <Button onClick={() => till.keepAgain()}>{t(TILL_KEEPING.again)}</Button>
    </Notice>
  );
}

/** The stored state cannot be read. Selling with an empty state could make a second receipt, so a person decides. */
export function UnreadView(): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="till-alone">
      <h1>{t(COMMON.till)}</h1>
      <Notice kind="failure">{t(TILL_KEEPING.unread)}</Notice>
      <p>{t(TILL_KEEPING.unreadHint)}</p>
      <Button kind="primary" onClick={() => till.start()}>
        {t(TILL_KEEPING.again)}
      </Button>
      <Button onClick={() => setAsking(true)}>{t(TILL_KEEPING.without)}</Button>
      {isAsking && (
        <Confirm
          title={t(TILL_KEEPING.without)}
          question={t(TILL_KEEPING.withoutQuestion)}
          action={t(TILL_KEEPING.without)}
          onClose={() => setAsking(false)}
          onConfirm={() => void till.start(true)}
        />
      )}
    </section>
  );
}
