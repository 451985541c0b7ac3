import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserRole } from '../../../../../platform/ledger/index.js';
import { type Fault, request } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { type Loaded, Show } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { FaultNotice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';

/** A signed-in user, as the box reports it to an owner. */
export interface SessionRows {
  readonly sessions: readonly {
    readonly id: number;
    readonly name: string;
    readonly role: UserRole;
    readonly address: string;
    /** Belgrade time. */
    readonly beganAt: string;
    readonly isOwn: boolean;
  }[];
}

/** The sessions and their devices; all except the own one can be ended. */
export function SessionList({ loaded }: { readonly loaded: Loaded<SessionRows> }): JSX.Element {
  const [fault, setFault] = useState<Fault>();
  const end = async (id: number): Promise<void> => {
    const reply = await request(`/web/sessions/${id}`, { method: 'DELETE' });
    setFault(reply.ok ? undefined : reply.error);
    await loaded.reload();
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t(USERS.sessions)}</h2>
      <p class="muted">{t(USERS.sessionsHint)}</p>
      <FaultNotice fault={fault} />
      <Show loaded={loaded}>
        {({ sessions }) => (
          <ul class="rows card">
            {sessions.map(({ id, name, role, address, beganAt, isOwn }) => (
              <li key={id} class="row">
                <div>
                  <strong>{name}</strong> <span class="badge">{t(USERS[role])}</span>
                  <p class="muted">
                    {t(USERS.address, { address })} · {t(USERS.since, { time: moment(beganAt) })}
                  </p>
                </div>
                {isOwn ? (
                  <span class="muted">{t(USERS.own)}</span>
                ) : (
                  <Button label={t(USERS.endOf, { name })} onClick={() => end(id)}>
                    {t(USERS.end)}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Show>
    </section>
  );
}
