import type { Words } from '../../base/words.js';

/** What is said of the disk. */
export const TEXTS = {
  diskGood: (megabytes: number): Words => ({
    sr: `Слободно је ${megabytes} MB на диску.`,
    en: `${megabytes} MB free on the disk.`,
  }),
  diskLow: (megabytes: number): Words => ({
    sr: `Диск је скоро пун: слободно је још ${megabytes} MB.`,
    en: `The disk is nearly full: ${megabytes} MB free.`,
  }),
  diskFull: (): Words => ({
    sr: 'Диск је пун; нови рачуни се не издају.',
    en: 'The disk is full; no new receipts are issued.',
  }),
  freeDisk: (): Words => ({
    sr: 'Позовите сервисера: треба ослободити простор на диску.',
    en: 'Free space on the disk of the data folder.',
  }),
  diskSilent: (): Words => ({
    sr: 'Диск не одговара.',
    en: 'The disk does not answer.',
  }),
  restartForDisk: (): Words => ({
    sr: 'Искључите и укључите уређај; ако се понови, позовите сервисера.',
    en: 'Restart the box; if it happens again, look for errors of the disk in the kernel log (journalctl -k).',
  }),
} as const;
