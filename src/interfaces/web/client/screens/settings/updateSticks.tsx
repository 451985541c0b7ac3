import type { JSX } from 'preact';
import type { Bilingual } from '../../../../../base/index.js';
import { type Answer, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Show, useLoaded } from '../../parts/load.js';
import { t } from '../../text/language.js';
import { UPDATES } from '../../text/updates.js';

type Offered = Answer<'update.bundles'>[number];

const FAULTS: Readonly<Record<NonNullable<Offered['fault']>, Bilingual>> = {
  'no signature': UPDATES.badSignature,
  'wrong board': UPDATES.wrongBoard,
  same: UPDATES.sameVersion,
  'unknown data': UPDATES.unknownData,
  'older data': UPDATES.olderData,
};

/** The updates on USB sticks; unusable ones state the reason. */
export function Sticks({ install }: { readonly install: (path: string) => Promise<void> }): JSX.Element {
  const loaded = useLoaded((signal) => operate('update.bundles', {}, signal));
  return (
    <section class="card">
      <h2>{t(UPDATES.onStick)}</h2>
      <Show loaded={loaded}>
        {(offers) => (
          <>
            {offers.length === 0 && <p>{t(UPDATES.noneOnStick)}</p>}
            {offers.map((one) => (
              <div key={one.path}>
                <p>
                  <bdi>{one.path}</bdi>
                </p>
                {one.version !== null && <p>{facts(one)}</p>}
                {one.fault === null ? (
                  <Button onClick={() => install(one.path)}>{t(UPDATES.install)}</Button>
                ) : (
                  <p class="muted">{t(FAULTS[one.fault])}</p>
                )}
              </div>
            ))}
          </>
        )}
      </Show>
      <Button onClick={loaded.reload}>{t(UPDATES.lookAgain)}</Button>
    </section>
  );
}

function facts({ version, order, size }: Offered): string {
  const megabytes = Math.max(1, Math.round(size / 1_000_000));
  return t(UPDATES.onStickFile, {
    version: version ?? '',
    order: order === null ? '' : t(UPDATES[order]),
    size: megabytes,
  });
}
