import { ofCurrentLedger, type RollingBackupReport } from '../../../outward/backup/index.js';
import { type Bilingual, localTime, type LocalTime, receiptTimeOfLocal, type UtcMs } from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { type BackupSetting, DEFAULT_BACKUP_HOURS, type Settings } from '../../../shop/settings/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly settings: Pick<Settings, 'now'>;
  readonly ledger: Pick<Ledger, 'end'>;
  readonly service:
    | {
        /** Report of the rolling backup, which probes the folder every minute; undefined before the first probe. */
        readonly backup: () => RollingBackupReport | undefined;
      }
    | undefined;
  readonly now: () => UtcMs;
}

const HOUR = 60 * 60 * 1000;
/** A backup is late when this many times its interval has passed. */
const LATE = 2;

/** The automatic backups of the box. Never a failure: a sale needs no backup. */
export const backupCheck = defineCheck({
  name: 'backup',
  consequence: 'loss',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Упозорење backup', en: 'Warning backup' },
    cause: { sr: 'нема копије, или нема USB меморије', en: 'there is no backup, or no USB stick' },
    command: 'kasirbox backup FILE',
  },
  run(deps: Deps) {
    const { settings, service } = deps;
    const { environment, backup } = settings.now;
    if (backup === null) {
      // A box in training has no data to lose.
      return environment === 'production' ? [warning(TEXTS.off(), TEXTS.setUp())] : [];
    }
    if (service === undefined) return [good(TEXTS.notServing())];
    const report = service.backup();
    return [report === undefined ? good(TEXTS.soon()) : checkReport(report, backup, deps)];
  },
});

function checkReport(
  { folder: probed, failure }: RollingBackupReport,
  setting: BackupSetting,
  deps: Deps,
): CheckFinding {
  const { folder } = setting;
  if (probed.state === 'silent') return warning(TEXTS.silent(folder), TEXTS.checkStick());
  if (probed.state === 'absent') return warning(TEXTS.absent(folder), TEXTS.insertStick());
  if (probed.state === 'same-disk') return warning(TEXTS.sameDisk(folder), TEXTS.insertStick());
  if (failure !== undefined) return warning(TEXTS.failed(failure), TEXTS.checkStick());
  const { sequence } = deps.ledger.end;
  const [newest] = ofCurrentLedger(probed.backups, sequence);
  if (newest === undefined) return good(TEXTS.soon());
  const hours = setting.everyHours ?? DEFAULT_BACKUP_HOURS;
  const isLate = deps.now() - newest.at > LATE * hours * HOUR && newest.sequence < sequence;
  const found = TEXTS.found(localTime(newest.at), sequence - newest.sequence);
  const proof = TEXTS.contains(newest.sequence, sequence);
  return isLate ? warning(found, TEXTS.checkStick(), proof) : good(found, proof);
}

const TEXTS = {
  contains: (record: number, last: number): Bilingual => ({
    sr: `садржи записе до ${record}, од ${last}`,
    en: `contains records up to ${record} of ${last}`,
  }),
  off: (): Bilingual => ({
    sr: 'Резервне копије су искључене.',
    en: 'Backups are off.',
  }),
  setUp: (): Bilingual => ({
    sr: 'Укључите их на страници Подешавања, Резервне копије. Потребна је USB меморија.',
    en: 'Turn them on under Settings, Backups. A USB stick is needed.',
  }),
  absent: (folder: string): Bilingual => ({
    sr: `Фасцикле за резервне копије (${folder}) нема.`,
    en: `The backup folder (${folder}) does not exist.`,
  }),
  sameDisk: (folder: string): Bilingual => ({
    sr: `У фасцикли за резервне копије (${folder}) нема другог диска.`,
    en: `No other disk is mounted in the backup folder (${folder}).`,
  }),
  insertStick: (): Bilingual => ({
    sr: 'Ставите USB меморију; копија се затим прави сама.',
    en: 'Insert the USB stick; the backup is then made automatically.',
  }),
  silent: (folder: string): Bilingual => ({
    sr: `Фасцикла за резервне копије (${folder}) не одговара.`,
    en: `The backup folder (${folder}) does not respond.`,
  }),
  failed: (reason: string): Bilingual => ({
    sr: `Последња резервна копија није успела: ${reason}`,
    en: `The last backup failed: ${reason}`,
  }),
  checkStick: (): Bilingual => ({
    sr: 'Проверите USB меморију или ставите другу.',
    en: 'Check the USB stick, or use another one.',
  }),
  soon: (): Bilingual => ({
    sr: 'Фасцикла за резервне копије још није погледана; то бива сваког минута.',
    en: 'The backup folder has not been checked yet; it is checked every minute.',
  }),
  notServing: (): Bilingual => ({
    sr: 'Резервне копије се праве док сервис ради.',
    en: 'Backups are made while the service runs.',
  }),
  found: (time: LocalTime, behind: number): Bilingual => ({
    sr: `Последња резервна копија: ${receiptTimeOfLocal(time)}; записа после ње: ${behind}.`,
    en: `Last backup: ${time}; records since then: ${behind}.`,
  }),
} as const;
