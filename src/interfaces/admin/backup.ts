import {
  BackupCode,
  type BackupFolder,
  type LogEnd,
  readCode,
  type Stick,
  writeCode,
} from '../../outward/backup/index.js';
import { defineMessages, DiskError, failed, type Message, ok, type Result } from '../../base/index.js';
import { text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';

const MESSAGES = defineMessages('backup', {
  notSet: {
    en: 'No folder for backups is set. Run: {command}',
    sr: 'Резервне копије су искључене. Покрените: {command}',
    srOnPage: 'Резервне копије су искључене. Укључите их у подешавањима.',
    enOnPage: 'Backups are off. Turn them on in the settings.',
  },
  hasCode: {
    en: 'The box already has a code for its backups. On the box itself: kasirbox backup code',
    sr: 'Уређај већ има код за резервне копије. На самом уређају: kasirbox backup code',
  },
  wrongCode: {
    en: 'This is not the code that was shown. Check each group again.',
    sr: 'То није код који је приказан. Погледајте поново сваку групу.',
  },
  codeNotStored: {
    en: 'The code could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Код није сачуван ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Код није сачуван. Погледајте Стање.',
    enOnPage: 'The code could not be stored. See Status.',
  },
});

type Deps = Pick<AdminDeps, 'disk' | 'folder'>;

const THERE = MESSAGES.hasCode;

/**
 * Returns a new code that would open the backups of the box, for the owner to write down. It becomes valid only after
 * it was typed back: a code that is not on paper opens nothing.
 */
export const makeBackupCode = operation({
  permission: 'backup',
  isReadOnly: true,
  input: {},
  async run({ disk, folder }: Deps): Promise<Result<{ readonly code: string }, Message>> {
    return (await readCode(disk, folder)) === undefined ? ok({ code: BackupCode.make().text }) : failed(THERE);
  },
});

/**
 * Stores the code as it was typed back from paper; its checksum detects typing errors. An existing code is not
 * replaced.
 */
export const setBackupCode = operation({
  permission: 'backup',
  input: { code: text },
  async run({ disk, folder }: Deps, { code }): Promise<Result<null, Message>> {
    if ((await readCode(disk, folder)) !== undefined) return failed(THERE);
    const typed = BackupCode.parse(code);
    if (!typed.ok) return failed(MESSAGES.wrongCode);
    try {
      await writeCode(disk, folder, typed.value);
      return ok(null);
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return failed(MESSAGES.codeNotStored({ code: error.code }));
    }
  },
});

const UNSET = MESSAGES.notSet({ command: `kasirbox settings set backup '{"folder":"/media/kasirbox"}'` });

/** Checks the folder for backups now. Takes as long as the USB stick does, 30 s at most. */
export const probeBackup = operation({
  permission: 'settings',
  isReadOnly: true,
  input: {},
  async run({
    settings,
    probeFolder,
  }: Pick<AdminDeps, 'settings' | 'probeFolder'>): Promise<Result<BackupFolder, Message>> {
    const { backup } = settings.now;
    return backup === null ? failed(UNSET) : ok(await probeFolder(backup.folder));
  },
});

/** Lists USB sticks and other disks to choose from for backups. */
export const listSticks = operation({
  permission: 'settings',
  isReadOnly: true,
  input: {},
  async run({ findSticks }: Pick<AdminDeps, 'findSticks'>): Promise<Result<readonly Stick[], Message>> {
    return ok(await findSticks());
  },
});

/** The position after the last durable record, with the box of the log. */
export interface LedgerEnd extends LogEnd {
  /** Hexadecimal. */
  readonly boxId: string;
  /** True when records before it are missing. */
  readonly isDamaged: boolean;
}

/** Returns the current end of the ledger. */
export const ledgerEnd = operation({
  permission: 'maintenance',
  isReadOnly: true,
  input: {},
  async run({ ledger }: Pick<AdminDeps, 'ledger'>): Promise<Result<LedgerEnd, Message>> {
    const { segment, offset, sequence, epoch, hash } = ledger.end;
    const isDamaged = ledger.damage.length > 0;
    const boxId = ledger.boxId.toString('hex');
    return ok({ segment, offset, sequence, epoch, hash: hash.toString('hex'), boxId, isDamaged });
  },
});
