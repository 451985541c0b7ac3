import { failed, ok, type Result } from '../base/index.js';
import type { BackupFolder } from '../backup/index.js';
import { type AdminParts, operation } from './operation.js';

const UNSET = 'No folder for backups is set. Run: kasirbox settings set backup \'{"folder":"/media/kasirbox"}\'';

/** Looks into the folder for backups now. Takes as long as the stick does, 30 s at most. */
export const probeBackup = operation({
  permission: 'settings',
  isReadOnly: true,
  ask: {},
  async run({
    settings,
    probeFolder,
  }: Pick<AdminParts, 'settings' | 'probeFolder'>): Promise<Result<BackupFolder, string>> {
    const { backup } = settings.now;
    return backup === null ? failed(UNSET) : ok(await probeFolder(backup.folder));
  },
});
