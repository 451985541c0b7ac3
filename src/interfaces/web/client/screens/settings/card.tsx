import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CardInfo } from '../../../../admin/index.js';
import { useCard } from '../../card/cardFacts.js';
import { TheCard } from '../../card/theCard.js';
import { operate } from '../../net/http.js';
import { user } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Show, useLoaded } from '../../components/load.js';
import { FaultNotice, Notice, troubleText, useFault } from '../../components/notice.js';
import { CARD } from '../../text/card.js';
import { t } from '../../text/language.js';
import { SingleSetting } from './settingForm.js';

/** The smart card in the reader of the box, and the connected readers. */
export function CardSettings(): JSX.Element {
  const loaded = useCard();
  return (
    <>
      <TheCard loaded={loaded} />
      {loaded.value !== undefined && <KeptPin info={loaded.value} reload={loaded.reload} />}
      <Readers state={loaded.value?.state} />
      <SingleSetting
        name="cardReader"
        title={t(CARD.way)}
        kind="choice"
        label={CARD.wayChoice}
        hint={CARD.wayHint}
        options={[
          ['auto', CARD.wayAuto],
          ['usb', CARD.wayUsb],
          ['pcsc', CARD.wayPcsc],
          ['off', CARD.wayOff],
        ]}
      />
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
            {faults.map((one) => (
              <Notice key={one.way} kind="warning">
                {troubleText(one)}
              </Notice>
            ))}
            {readers.length === 0 && faults.length === 0 && <p class="muted">{t(CARD.noReaders)}</p>}
            {readers.length > 0 && (
              <ul class="plain-list card-readers">
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
        <Button text={t(CARD.lookAgain)} onClick={loaded.reload} />
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
  const [isForgotten, setForgotten] = useState(false);
  const [fault, checked] = useFault();
  const choose = async (value: 'ask' | 'keep'): Promise<void> => {
    const reply = checked(await operate('settings.set', { name: 'cardPin', value }));
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
            <Button text={t(CARD.keepNot)} onClick={() => choose('ask')} />
          ) : (
            <ConfirmButton
              text={t(CARD.keep)}
              question={t(CARD.keptRisk)}
              action={t(CARD.keepIt)}
              onConfirm={() => choose('keep')}
            />
          )}
        </div>
      ) : (
        <p class="muted">{t(CARD.keptByOwner)}</p>
      )}
    </section>
  );
}
