import type { JSX } from 'preact';
import type { SettingValues } from '../../../../../shop/settings/index.js';
import { NewBackupCode } from '../../backup/backupCode.js';
import { Sticks } from '../../backup/sticks.js';
import { Show } from '../../parts/load.js';
import { Notice } from '../../parts/notice.js';
import { useSettings } from '../../parts/useSettings.js';
import { BACKUP } from '../../text/backup.js';
import { t } from '../../text/language.js';
import { refreshSetup } from './state.js';
import type { StepProps } from './step.js';

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
