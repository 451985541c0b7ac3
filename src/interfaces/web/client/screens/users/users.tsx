import type { JSX } from 'preact';
import { request } from '../../net/http.js';
import { useLoaded } from '../../parts/load.js';
import { AUDIT } from '../../text/audit.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { People } from './people.js';
import { SessionList, type SessionRows } from './sessionList.js';
import { TabletList } from './tablets.js';

/** Users, their tablets, and the current sessions. */
export function UsersScreen(): JSX.Element {
  const sessions = useLoaded(() => request<SessionRows>('/web/sessions'));
  return (
    <div class="users">
      <header class="screen-head">
        <h1>{t(COMMON.users)}</h1>
        <a class="button" href="#/settings/audit">
          {t(AUDIT.title)}
        </a>
      </header>
      <People onChange={sessions.reload} />
      <TabletList onChange={sessions.reload} />
      <SessionList loaded={sessions} />
    </div>
  );
}
