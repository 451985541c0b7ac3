import type { JSX } from 'preact';
import { useCard } from '../../card/followCard.js';
import { TheCard } from '../../card/theCard.js';
import { operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Show, useLoaded } from '../../parts/load.js';
import { Notice } from '../../parts/notice.js';
import { CARD } from '../../text/card.js';
import { t } from '../../text/language.js';
import type { FieldSpec } from './draft.js';
import { KeptPin } from './keptPin.js';
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
