import type { JSX } from 'preact';
import type { SettingValues } from '../../../../../shop/settings/index.js';
import type { SetupState } from '../../../../admin/index.js';
import { NewBackupCode } from '../../backup/backupCode.js';
import { Sticks } from '../../backup/sticks.js';
import { operate } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { Button } from '../../components/button.js';
import { Show, useLoaded, useSettings } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { BACKUP } from '../../text/backup.js';
import { FIRST_RUN } from '../../text/firstRun.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';
import { NewUser } from '../users/newUser.js';
import { isLeftOut, LEFT_OUT, optionalOf, refreshSetup, type StepName, type StepProps, STEPS } from './setupState.js';

/** First the code that opens backups, then the USB stick for them. */
export function BackupStep({ state }: StepProps): JSX.Element {
  return state.hasBackupCode ? <ChooseStick isBackedUp={state.isBackedUp} /> : <NewBackupCode onMade={refreshSetup} />;
}

function ChooseStick({ isBackedUp }: Pick<StepProps['state'], 'isBackedUp'>): JSX.Element {
  const loaded = useSettings('backup');
  return (
    <>
      <Notice kind="success">{t(isBackedUp ? BACKUP.isOn : BACKUP.hasCode)}</Notice>
      {!isBackedUp && <p>{t(BACKUP.chooseStick)}</p>}
      <Show loaded={loaded}>
        {(shown) => (
          <Sticks
            setting={(shown as Pick<SettingValues, 'backup'>).backup}
            onChanged={async () => {
              await refreshSetup();
              await loaded.reload();
            }}
          />
        )}
      </Show>
    </>
  );
}

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

interface LeaveOutProps {
  readonly step: StepName;
  readonly state: SetupState;
  readonly next: () => void;
}

/** Marks a step as not needed, so that the setup can be completed without it; or removes the mark. */
export function LeaveOut({ step, state, next }: LeaveOutProps): JSX.Element | null {
  const [fault, checked] = useFault();
  const optional = optionalOf(step, state);
  const isOut = isLeftOut(step, state);
  if (optional === undefined || (STEPS[step].isDone(state) && !isOut)) return null;
  // An external processor must be tested; it cannot be skipped.
  if (step === 'processor' && state.processor !== 'demo') return null;
  const isSilent = optional === 'printer-answer';
  const change = async (): Promise<void> => {
    const value = isOut ? state.notNeeded.filter((one) => one !== optional) : [...state.notNeeded, optional];
    const reply = checked(await operate('settings.set', { name: 'setupNotNeeded', value }));
    if (!reply.ok) return;
    await refreshSetup();
    if (!isOut) next();
  };
  return (
    <>
      {isOut && <Notice kind="info">{t(isSilent ? FIRST_RUN.wentOnAnyway : FIRST_RUN.leftOut)}</Notice>}
      {isSilent && !isOut && <Notice kind="warning">{t(FIRST_RUN.silentPrinter)}</Notice>}
      <FaultNotice fault={fault} />
      <p>
        <Button text={t(isOut ? FIRST_RUN.neededAfterAll : LEFT_OUT[optional])} onClick={change} />
      </p>
    </>
  );
}
