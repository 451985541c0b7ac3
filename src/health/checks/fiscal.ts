import { type Bilingual, PFR_TRAITS } from '../../base/index.js';
import type { Pfr } from '../../pfr/index.js';
import { defineCheck, failureThatSells, inBoth } from '../check.js';

interface Parts {
  readonly pfr: () => Pfr;
}

/**
 * Production with the demo processor: the shop sells on papers that look like receipts and are none. The API contract lets the
 * demo issue in either environment, so that no sale is stopped; but nothing is more urgent to tell.
 */
export const fiscalCheck = defineCheck({
  name: 'fiscal',
  consequence: 'worthless',
  alarmAfterPolls: null,
  run({ pfr }: Parts) {
    const { environment, mode } = pfr();
    if (environment !== 'production' || PFR_TRAITS[mode].issuesRealReceipts) return [];
    return [failureThatSells(TEXTS.demo(), TEXTS.setProcessor(), inBoth(`${environment} ${mode}`))];
  },
});

const TEXTS = {
  demo: (): Bilingual => ({
    sr: 'Рачуни НИСУ ФИСКАЛНИ: окружење је production, а подешен је демо процесор.',
    en: 'Receipts are NOT FISCAL: the environment is production, and the processor is the demo.',
  }),
  setProcessor: (): Bilingual => ({
    sr: `Не продајте. Подесите фискални процесор (ПФР) у „Подешавања”, на страници „Процесор и окружење”; ако не знате како, позовите сервисера. За пробни рад подесите окружење sandbox (kasirbox settings set pfr.production '{…}'; kasirbox settings set environment sandbox).`,
    en: "Run: kasirbox settings set pfr.production '{…}'. To try the box out run: kasirbox settings set environment sandbox",
  }),
} as const;
