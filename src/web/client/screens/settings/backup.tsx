import type { JSX } from 'preact';
import { type Answer, operate } from '../../net/http.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { FORMS } from '../../text/settingsForms.js';
import type { FieldSpec } from './draft.js';
import { SettingForm } from './settingForm.js';
import { type Finding, TestButton } from './tests.js';

const BACKUP: readonly FieldSpec[] = [
  { name: 'folder', kind: 'text', label: FORMS.folder, hint: FORMS.folderHint },
  { name: 'everyHours', kind: 'number', label: FORMS.everyHours, hint: FORMS.everyHoursHint, isOptional: true },
  { name: 'keep', kind: 'number', label: FORMS.keep, hint: FORMS.keepHint, isOptional: true },
];

export function BackupSettings(): JSX.Element {
  return (
    <SettingForm
      name="backup"
      title={t(SETTINGS.backup)}
      note={t(SETTINGS.backupCodeHint)}
      fields={() => BACKUP}
      isNullable
      isOnly
    >
      {(isOn) =>
        isOn && <TestButton label={t(SETTINGS.backupTest)} ask={() => operate('backup.probe', {})} find={finding} />
      }
    </SettingForm>
  );
}

function finding(folder: Answer<'backup.probe'>): Finding {
  switch (folder.state) {
    case 'ready':
      return { isGood: true, words: t(SETTINGS.backupReady, { count: folder.backups.length }) };
    case 'absent':
      return { isGood: false, words: t(SETTINGS.backupAbsent) };
    case 'same-disk':
      return { isGood: false, words: t(SETTINGS.backupSameDisk) };
    case 'silent':
      return { isGood: false, words: t(SETTINGS.backupSilent) };
  }
}
