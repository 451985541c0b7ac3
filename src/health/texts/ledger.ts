import type { Words } from '../../base/words.js';

/** What is said of the ledger and its snapshot. */
export const TEXTS = {
  ledgerGood: (records: number): Words => ({
    sr: `Дневник је исправан. Записа: ${records}.`,
    en: `The ledger is sound. Records: ${records}.`,
  }),
  ledgerDamaged: (missing: string): Words => ({
    sr: `Оштећени су записи дневника (${missing}); нови рачуни се не издају.`,
    en: `Records of the ledger are damaged (${missing}); no new receipts are issued.`,
  }),
  ledgerLater: (records: string): Words => ({
    sr: `Записе дневника (${records}) је написало новије издање програма; нови рачуни се не издају.`,
    en: `Records of the ledger (${records}) were written by a later release; no new receipts are issued.`,
  }),
  installLater: (): Words => ({
    sr: 'Инсталирајте поново новије издање и не бришите ништа.',
    en: 'Install the later release again; nothing has been lost.',
  }),
  callTechnician: (): Words => ({
    sr: 'Позовите сервисера и не бришите ништа.',
    en: 'Run: kasirbox ledger verify. Copy the data folder as it is before anything else is tried.',
  }),
  ledgerBroken: (): Words => ({
    sr: 'Упис на диск није успео; нови рачуни се не издају.',
    en: 'Writing to the disk failed; no new receipts are issued.',
  }),
  restart: (): Words => ({
    sr: 'Искључите и укључите уређај; ако се понови, замените меморијску картицу.',
    en: 'Restart the box; if it happens again, replace the flash.',
  }),
  ledgerHung: (): Words => ({
    sr: 'Диск не завршава упис; нови рачуни се не издају.',
    en: 'The disk does not finish a write; no new receipts are issued.',
  }),
  ledgerSlow: (seconds: number): Words => ({
    sr: `Диск споро уписује (последњи упис: ${seconds} s), па рачуни касне.`,
    en: `The disk writes slowly (${seconds} s for the last write); receipts are late.`,
  }),
  checkCard: (): Words => ({
    sr: 'Позовите сервисера: меморијску картицу треба проверити и по потреби заменити.',
    en: 'Look for errors of the disk in the kernel log (journalctl -k); replace the flash if they go on.',
  }),
  snapshotGood: (records: number): Words => ({
    sr: `Записа после последњег снимка прегледа: ${records}.`,
    en: `Records since the last snapshot of the views: ${records}.`,
  }),
  snapshotLate: (records: number): Words => ({
    sr: `Прегледи дневника одавно нису снимљени (записа од тада: ${records}); следеће укључење ће бити споро.`,
    en: `The views of the ledger have not been saved for long (records since: ${records}); the next start will be slow.`,
  }),
  lookAtSnapshot: (): Words => ({
    sr: 'Позовите сервисера: треба проверити простор на диску и дозволе фасцикле са подацима.',
    en: 'The log says why (ledger.snapshot_failed); check the room on the disk and the owner of the files in DIR/views.',
  }),
} as const;
