import type { Bilingual } from '../../../base/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  readonly pfr: () => Pfr;
}

const DAY = 24 * 60 * 60 * 1000;
/** A processor sends its rates with each poll. One that has sent none for this long works with old rates, ms. */
const MAX_AGE = 3 * DAY;

/** Age of the tax rates of a real processor. A processor without any rates reports a failure itself. */
export const ratesCheck = defineCheck({
  name: 'rates',
  consequence: 'signing',
  alarmAfterPolls: 2,
  run({ pfr }: Parts) {
    const { ratesAge } = pfr().status();
    if (ratesAge === null || pfr().taxLabels().length === 0) return [];
    const [age, limit] = [Math.round(ratesAge / 1000), MAX_AGE / 1000];
    const proof = { sr: `јављене пре ${age} с; граница ${limit} с`, en: `told ${age} s ago; limit ${limit} s` };
    if (ratesAge < MAX_AGE) return [good(TEXTS.good(), proof)];
    return [warning(TEXTS.old(Math.floor(ratesAge / DAY)), TEXTS.refresh(), proof)];
  },
});

const TEXTS = {
  good: (): Bilingual => ({
    sr: 'Пореске стопе процесора су свеже.',
    en: 'The tax rates of the processor are fresh.',
  }),
  old: (days: number): Bilingual => ({
    sr: `Фискални процесор није послао пореске стопе (дана: ${days}); рачуни се издају по старим.`,
    en: `The processor has told no tax rates for ${days} days; receipts are issued by the old ones.`,
  }),
  refresh: (): Bilingual => ({
    sr: 'Повежите процесор (ПФР) на интернет и сачекајте да преузме стопе; ако остане, позовите сервисера (kasirbox pfr status).',
    en: 'Connect the processor to the Internet and wait until it has fetched its rates. See: kasirbox pfr status',
  }),
} as const;
