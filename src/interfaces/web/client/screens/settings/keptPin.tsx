import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CardInfo } from '../../../../admin/index.js';
import { type Fault, operate } from '../../net/http.js';
import { user } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { CARD } from '../../text/card.js';
import { t } from '../../text/language.js';

interface KeptPinProps {
  readonly info: CardInfo;
  readonly reload: () => Promise<void>;
}

/** Whether the PIN is stored over a restart: the owner's choice, with an explanation of the risk. */
export function KeptPin({ info, reload }: KeptPinProps): JSX.Element {
  const { isToBeKept, isKept, pin } = info;
  const [isAsked, setAsked] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const choose = async (value: 'ask' | 'keep'): Promise<void> => {
    setAsked(false);
    const reply = await operate('settings.set', { name: 'cardPin', value });
    setFault(reply.ok ? undefined : reply.error);
    setForgotten(reply.ok && value === 'ask');
    await reload();
  };
  return (
    <section class="card">
      <h2>{t(CARD.kept)}</h2>
      <p>{t(isToBeKept ? CARD.keptOn : CARD.keptOff)}</p>
      {isToBeKept && pin !== null && <p>{t(isKept ? CARD.keptNow : CARD.keptNotYet)}</p>}
      <p class="muted">{t(CARD.keptRisk)}</p>
      {isForgotten && !isToBeKept && <Notice kind="success">{t(CARD.keepForgotten)}</Notice>}
      <FaultNotice fault={fault} />
      {user.value?.role === 'owner' ? (
        <div class="actions">
          {isToBeKept ? (
            <Button onClick={() => choose('ask')}>{t(CARD.keepNot)}</Button>
          ) : (
            <Button onClick={() => setAsked(true)}>{t(CARD.keep)}</Button>
          )}
        </div>
      ) : (
        <p class="muted">{t(CARD.keptByOwner)}</p>
      )}
      {isAsked && (
        <Confirm
          title={t(CARD.keep)}
          question={t(CARD.keptRisk)}
          action={t(CARD.keepIt)}
          onConfirm={() => choose('keep')}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
