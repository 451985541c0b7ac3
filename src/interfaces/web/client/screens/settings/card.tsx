import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CardInfo } from '../../../../admin/index.js';
import { useCard } from '../../card/cardFacts.js';
import { TheCard } from '../../card/theCard.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { user } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/dialog.js';
import { Show, useLoaded } from '../../components/load.js';
import { FaultNotice, Notice } from '../../components/notice.js';
import { CARD } from '../../text/card.js';
import { t } from '../../text/language.js';
import type { FieldSpec } from './draft.js';
import { SettingForm } from './settingForm.js';

const WAY: FieldSpec = {
  name: 'value',
  kind: 'choice',
  label: CARD.wayChoice,
  hint: CARD.wayHint,
  options: [
    ['auto', CARD.wayAuto],
    ['usb', CARD.wayUsb],
    ['pcsc', CARD.wayPcsc],
    ['off', CARD.wayOff],
  ],
};

/** The smart card in the reader of the box, and the connected readers. */
export function CardSettings(): JSX.Element {
  const loaded = useCard();
  return (
    <>
      <TheCard loaded={loaded} />
      {loaded.value !== undefined && <KeptPin info={loaded.value} reload={loaded.reload} />}
      <Readers state={loaded.value?.state} />
      <SettingForm name="cardReader" title={t(CARD.way)} single="choice" fields={() => [WAY]} />
    </>
  );
}

/** `state`: of the card; when it changes, the readers may have changed too. */
function Readers({ state }: { readonly state: string | undefined }): JSX.Element {
  const loaded = useLoaded((signal) => operate('card.readers', {}, signal), [], [state]);
  return (
    <section class="card">
      <h2>{t(CARD.readers)}</h2>
      <Show loaded={loaded}>
        {({ readers, faults }) => (
          <>
            {faults.map(({ way, found, action }) => (
              <Notice key={way} kind="warning">
                {t(found)} {t(action)}
              </Notice>
            ))}
            {readers.length === 0 && faults.length === 0 && <p class="muted">{t(CARD.noReaders)}</p>}
            {readers.length > 0 && (
              <ul class="card-readers">
                {readers.map(({ name, way, isOurs, isUsed }, place) => (
                  <li key={`${way} ${place}`}>
                    <bdi>{name}</bdi>
                    <span class="muted">
                      {t(way === 'usb' ? CARD.onUsb : CARD.onPcsc)}
                      {isOurs && `, ${t(isUsed ? CARD.inUse : CARD.held)}`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Show>
      <div class="actions">
        <Button onClick={loaded.reload}>{t(CARD.lookAgain)}</Button>
      </div>
    </section>
  );
}

interface KeptPinProps {
  readonly info: CardInfo;
  readonly reload: () => Promise<void>;
}

/** Whether the PIN is stored over a restart: the owner's choice, with an explanation of the risk. */
function KeptPin({ info, reload }: KeptPinProps): JSX.Element {
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
