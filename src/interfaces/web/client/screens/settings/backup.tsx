import type { JSX } from 'preact';
import type { SettingValues } from '../../../../../shop/settings/index.js';
import { NewBackupCode } from '../../backup/backupCode.js';
import { Sticks } from '../../backup/sticks.js';
import { operate } from '../../net/http.js';
import { user } from '../../net/session.js';
import { Act } from '../../components/act.js';
import { ForTechnicians, Notice } from '../../components/notice.js';
import { Show, useLoaded, useSettings } from '../../components/load.js';
import { belgradeTime, moment } from '../../components/valueText.js';
import { BACKUP } from '../../text/backup.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { FORMS } from '../../text/settingsForms.js';
import { refreshSetup } from '../firstRun/setupState.js';
import type { FieldSpec } from './draft.js';
import { SettingForm } from './settingForm.js';

const FIELDS: readonly FieldSpec[] = [
  { name: 'folder', kind: 'text', label: FORMS.folder, hint: FORMS.folderHint },
  { name: 'everyHours', kind: 'number', label: FORMS.everyHours, hint: FORMS.everyHoursHint, isOptional: true },
  { name: 'keep', kind: 'number', label: FORMS.keep, hint: FORMS.keepHint, isOptional: true },
];

/** The code that opens backups, then whether and on which USB stick they are made. */
export function BackupSettings(): JSX.Element {
  const setup = useLoaded(() => operate('setup.show', {}));
  const setting = useSettings('backup');
  const reload = async (): Promise<void> => {
    await Promise.all([setup.reload(), setting.reload(), refreshSetup()]);
  };
  return (
    <Show loaded={setup}>
      {({ hasBackupCode }) => (
        <>
          <section class="card">
            <h2>{t(BACKUP.codeTitle)}</h2>
            <CodeState hasCode={hasBackupCode} onMade={reload} />
          </section>
          {hasBackupCode && (
            <Show loaded={setting}>
              {(shown) => <Where setting={(shown as Pick<SettingValues, 'backup'>).backup} onChanged={reload} />}
            </Show>
          )}
        </>
      )}
    </Show>
  );
}

interface CodeStateProps {
  readonly hasCode: boolean;
  readonly onMade: () => Promise<void>;
}

function CodeState({ hasCode, onMade }: CodeStateProps): JSX.Element {
  if (hasCode) {
    return (
      <>
        <p>{t(BACKUP.hasCode)}</p>
        <ForTechnicians words={t(BACKUP.service)} command="kasirbox backup code" />
      </>
    );
  }
  return user.value?.role === 'owner' ? <NewBackupCode onMade={onMade} /> : <p>{t(BACKUP.onlyOwner)}</p>;
}

interface WhereProps {
  readonly setting: SettingValues['backup'];
  readonly onChanged: () => Promise<void>;
}

function Where({ setting, onChanged }: WhereProps): JSX.Element {
  return (
    <>
      <section class="card">
        <h2>{t(BACKUP.where)}</h2>
        {setting === null ? <p>{t(BACKUP.isOff)}</p> : <LastBackup key={setting.folder} />}
        {setting === null && <p>{t(BACKUP.chooseStick)}</p>}
        <Sticks setting={setting} onChanged={onChanged} />
        {setting !== null && (
          <Act
            text={t(BACKUP.turnOff)}
            act={() => operate('settings.set', { name: 'backup', value: null })}
            question={t(BACKUP.turnOffAsk)}
            onDone={onChanged}
          />
        )}
      </section>
      <details class="card">
        <summary>{t(BACKUP.technical)}</summary>
        <SettingForm
          key={setting?.folder}
          name="backup"
          title={t(COMMON.backup)}
          fields={() => FIELDS}
          isNullable
          isOnly
          onSaved={onChanged}
        />
      </details>
    </>
  );
}

/** State of the stick, and the newest backup on it. */
function LastBackup(): JSX.Element {
  const probed = useLoaded(() => operate('backup.probe', {}));
  return (
    <Show loaded={probed}>
      {(folder) => {
        switch (folder.state) {
          case 'ready': {
            const [newest] = [...folder.backups].sort((one, other) => other.at - one.at);
            return (
              <Notice kind="success">
                {newest === undefined
                  ? t(BACKUP.none)
                  : t(BACKUP.last, { time: moment(belgradeTime(newest.at)), count: folder.backups.length })}
              </Notice>
            );
          }
          case 'absent':
            return <Notice kind="warning">{t(BACKUP.absent)}</Notice>;
          case 'same-disk':
            return <Notice kind="warning">{t(BACKUP.sameDisk)}</Notice>;
          case 'silent':
            return <Notice kind="warning">{t(BACKUP.silent)}</Notice>;
        }
      }}
    </Show>
  );
}
