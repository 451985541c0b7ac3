import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { TabletRow } from '../../../../admin/index.js';
import { type Fault, operate } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { refreshSession } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Show, useLoaded } from '../../parts/load.js';
import { day } from '../../parts/money.js';
import { FaultNotice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';
import { AdmitTablet } from './admitTablet.js';

/** The devices on which cashiers sign in. `onChange`: sessions on a tablet have ended. */
export function TabletList({ onChange }: { readonly onChange: () => Promise<void> }): JSX.Element {
  const loaded = useLoaded(() => operate('tablets.list', {}), [], [setupVersion.value]);
  const [asked, setAsked] = useState<TabletRow>();
  const [fault, setFault] = useState<Fault>();
  const remove = async ({ id }: TabletRow): Promise<void> => {
    const reply = await operate('tablets.remove', { id });
    setFault(reply.ok ? undefined : reply.error);
    setAsked(undefined);
    await Promise.all([loaded.reload(), onChange(), refreshSession()]);
  };
  return (
    <section aria-labelledby="tablets">
      <h2 id="tablets">{t(USERS.tablets)}</h2>
      <p class="muted">{t(USERS.tabletsHint)}</p>
      <FaultNotice fault={fault} />
      <Show loaded={loaded}>
        {(tablets) => (
          <>
            {tablets.length === 0 ? (
              <p class="muted">{t(USERS.noTablets)}</p>
            ) : (
              <ul class="rows card">
                {tablets.map((tablet) => (
                  <li key={tablet.id} class="row">
                    <div>
                      <strong>{tablet.label}</strong>
                      <p class="muted">
                        {t(USERS.admittedBy, { name: tablet.admittedBy, time: day(tablet.createdAt.slice(0, 10)) })}
                      </p>
                    </div>
                    <Button label={t(USERS.removeOf, { name: tablet.label })} onClick={() => setAsked(tablet)}>
                      {t(USERS.remove)}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <div class="card">
              <AdmitTablet onAdmitted={loaded.reload} />
            </div>
          </>
        )}
      </Show>
      {asked !== undefined && (
        <Confirm
          title={t(USERS.removeTablet)}
          question={t(USERS.removeTabletQuestion, { name: asked.label })}
          action={t(USERS.remove)}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
