import type { JSX } from 'preact';
import { operate } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { Show, useLoaded } from '../../parts/load.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';
import { NewUser } from '../users/newUser.js';
import { refreshSetup } from './state.js';

/** The cashiers, each with a PIN. */
export function CashiersStep(): JSX.Element {
  const loaded = useLoaded(() => operate('users.list', {}), [], [setupVersion.value]);
  const created = async (): Promise<void> => {
    await Promise.all([refreshSetup(), loaded.reload()]);
  };
  return (
    <>
      <p>{t(USERS.peopleHint)}</p>
      <Show loaded={loaded}>
        {(users) => {
          const cashiers = users.filter(({ role }) => role === 'cashier');
          return (
            <>
              {cashiers.length === 0 ? (
                <p class="muted">{t(USERS.noCashiers)}</p>
              ) : (
                <ul class="rows card">
                  {cashiers.map(({ id, name }) => (
                    <li key={id}>{name}</li>
                  ))}
                </ul>
              )}
              <NewUser roles={['cashier']} users={users} onCreated={created} />
            </>
          );
        }}
      </Show>
    </>
  );
}
