import type { Words } from '../../base/words.js';

/** What is said of the tax rates of a processor. */
export const TEXTS = {
  ratesGood: (): Words => ({
    sr: 'Пореске стопе процесора су свеже.',
    en: 'The tax rates of the processor are fresh.',
  }),
  ratesOld: (days: number): Words => ({
    sr: `Фискални процесор није послао пореске стопе (дана: ${days}); рачуни се издају по старим.`,
    en: `The processor has told no tax rates for ${days} days; receipts are issued by the old ones.`,
  }),
  refreshRates: (): Words => ({
    sr: 'Повежите процесор (ПФР) на интернет и сачекајте да преузме стопе; ако остане, позовите сервисера.',
    en: 'Connect the processor to the Internet and wait until it has fetched its rates. See: kasirbox pfr status',
  }),
} as const;
