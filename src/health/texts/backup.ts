import type { LocalTime } from '../../base/fiscal.js';
import { receiptTimeOfLocal } from '../../base/time.js';
import type { Words } from '../../base/words.js';

/** What is said of backups. */
export const TEXTS = {
  backupOff: (): Words => ({
    sr: 'Резервне копије се не праве саме.',
    en: 'No backups are made by themselves.',
  }),
  backupSet: (): Words => ({
    sr: 'Запишите код (kasirbox backup code), ставите USB меморију и подесите: kasirbox settings set backup \'{"folder":"/media/kasirbox"}\'.',
    en: 'Write down the code (kasirbox backup code), put a stick in, and set: kasirbox settings set backup \'{"folder":"/media/kasirbox"}\'.',
  }),
  backupAbsent: (folder: string): Words => ({
    sr: `Фасцикле за резервне копије (${folder}) нема.`,
    en: `The folder for backups (${folder}) is not there.`,
  }),
  backupSameDisk: (folder: string): Words => ({
    sr: `У фасцикли за резервне копије (${folder}) нема другог диска.`,
    en: `No other disk is in the folder for backups (${folder}).`,
  }),
  backupPutStick: (): Words => ({
    sr: 'Ставите USB меморију; копија се затим прави сама.',
    en: 'Put the stick in; the backup is then made by itself.',
  }),
  backupSilent: (folder: string): Words => ({
    sr: `Фасцикла за резервне копије (${folder}) не одговара.`,
    en: `The folder for backups (${folder}) does not answer.`,
  }),
  backupFailed: (reason: string): Words => ({
    sr: `Последња резервна копија није успела: ${reason}`,
    en: `The last backup failed: ${reason}`,
  }),
  backupCheckStick: (): Words => ({
    sr: 'Проверите USB меморију или ставите другу.',
    en: 'Look at the stick, or take another.',
  }),
  backupSoon: (): Words => ({
    sr: 'Фасцикла за резервне копије још није погледана; то бива сваког минута.',
    en: 'The folder for backups was not looked at yet; that is done every minute.',
  }),
  backupNotLooked: (): Words => ({
    sr: 'Резервне копије се праве док програм ради.',
    en: 'Backups are made while the service runs.',
  }),
  backupFound: (time: LocalTime, behind: number): Words => ({
    sr: `Последња резервна копија: ${receiptTimeOfLocal(time)}; записа после ње: ${behind}.`,
    en: `The last backup: ${time}; records since: ${behind}.`,
  }),
} as const;
