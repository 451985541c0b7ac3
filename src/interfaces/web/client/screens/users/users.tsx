import type { JSX } from 'preact';
import type { UserRole } from '../../../../../platform/ledger/index.js';
import type { TabletRow } from '../../../../admin/index.js';
import { operate, request } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { refreshSession } from '../../net/session.js';
import { Button, LinkButton } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { type Loaded, Show, useLoaded } from '../../components/load.js';
import { day, moment } from '../../components/valueText.js';
import { FaultNotice, useFault } from '../../components/notice.js';
import { AUDIT } from '../../text/audit.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';
import { AdmitTablet } from './admitTablet.js';
import { People } from './people.js';

/** Users, their tablets, and the current sessions. */
export function UsersScreen(): JSX.Element {
  const sessions = useLoaded(() => request<SessionRows>('/web/sessions'));
  return (
    <div class="users">
      <header class="screen-head">
        <h1>{t(COMMON.users)}</h1>
        <LinkButton text={t(AUDIT.title)} href="#/settings/audit" />
      </header>
      <People onChange={sessions.reload} />
      <TabletList onChange={sessions.reload} />
      <SessionList loaded={sessions} />
    </div>
  );
}

/** A signed-in user, as the box reports it to an owner. */
interface SessionRows {
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
function SessionList({ loaded }: { readonly loaded: Loaded<SessionRows> }): JSX.Element {
  const [fault, checked] = useFault();
  const end = async (id: number): Promise<void> => {
    checked(await request(`/web/sessions/${id}`, { method: 'DELETE' }));
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
                  <Button label={t(USERS.endOf, { name })} text={t(USERS.end)} onClick={() => end(id)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Show>
    </section>
  );
}

/** The devices on which cashiers sign in. `onChange`: sessions on a tablet have ended. */
function TabletList({ onChange }: { readonly onChange: () => Promise<void> }): JSX.Element {
  const loaded = useLoaded(() => operate('tablets.list', {}), [], [setupVersion.value]);
  const [fault, checked] = useFault();
  const remove = async ({ id }: TabletRow): Promise<void> => {
    checked(await operate('tablets.remove', { id }));
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
                    <ConfirmButton
                      text={t(COMMON.remove)}
                      label={t(USERS.removeOf, { name: tablet.label })}
                      title={t(USERS.removeTablet)}
                      question={t(USERS.removeTabletQuestion, { name: tablet.label })}
                      onConfirm={() => remove(tablet)}
                    />
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
    </section>
  );
}
