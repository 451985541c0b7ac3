import type { Bilingual } from '../../../base/index.js';
import { PFR_TRAITS } from '../../../contract/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { defineCheck, failure, good, warning } from '../check.js';

interface Deps {
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
  guide: {
    symptom: { sr: 'Упозорење rates', en: 'Warning rates' },
    cause: {
      sr: 'процесор одавно није послао пореске стопе',
      en: 'the processor has sent no tax rates for a long time',
    },
    command: 'kasirbox pfr status',
  },
  run({ pfr }: Deps) {
    const { ratesAge } = pfr().status();
    if (ratesAge === null || pfr().taxLabels().length === 0) return [];
    const [age, limit] = [Math.round(ratesAge / 1000), MAX_AGE / 1000];
    const proof = { sr: `јављене пре ${age} с; граница ${limit} с`, en: `reported ${age} s ago; limit ${limit} s` };
    if (ratesAge < MAX_AGE) return [good(RATES_TEXTS.good(), proof)];
    return [warning(RATES_TEXTS.old(Math.floor(ratesAge / DAY)), RATES_TEXTS.refresh(), proof)];
  },
});

const RATES_TEXTS = {
  good: (): Bilingual => ({
    sr: 'Пореске стопе процесора су свеже.',
    en: 'The tax rates of the processor are up to date.',
  }),
  old: (days: number): Bilingual => ({
    sr: `Фискални процесор није послао пореске стопе (дана: ${days}); рачуни се издају по старим.`,
    en: `The processor has sent no tax rates for ${days} days; receipts are issued with the old ones.`,
  }),
  refresh: (): Bilingual => ({
    sr: 'Повежите процесор (ПФР) на интернет и сачекајте да преузме стопе; ако квар остане, позовите сервисера (kasirbox pfr status).',
    en: 'Connect the processor (PFR) to the internet and wait until it has downloaded the rates; if it persists, call a technician (kasirbox pfr status).',
  }),
} as const;

/** Without a tax label nothing can be sold. A real processor brings its own labels and reports their absence itself. */
export const labelsCheck = defineCheck({
  name: 'labels',
  consequence: 'receipts',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Рачуни се не издају; квар labels', en: 'No receipts; failure labels' },
    cause: { sr: 'ниједна пореска ознака није активна', en: 'no tax label is active' },
    command: 'kasirbox settings set taxLabels',
  },
  run({ pfr }: Deps) {
    const active = pfr().taxLabels();
    if (active.length > 0) return [good(LABELS_TEXTS.good(active.map(({ label }) => label).join(', ')))];
    return PFR_TRAITS[pfr().mode].hasOwnRates ? [] : [failure(LABELS_TEXTS.none(), LABELS_TEXTS.activate())];
  },
});

const LABELS_TEXTS = {
  good: (labels: string): Bilingual => ({
    sr: `Активне пореске ознаке: ${labels}.`,
    en: `Active tax labels: ${labels}.`,
  }),
  none: (): Bilingual => ({
    sr: 'Ниједна пореска ознака није активна; рачуни се не издају.',
    en: 'No tax label is active; no receipts are issued.',
  }),
  activate: (): Bilingual => ({
    sr: `Активирајте бар једну пореску ознаку (kasirbox settings set taxLabels '[{"label":…,"name":…,"rate":…,"active":true}]').`,
    en: 'Activate at least one tax label (kasirbox settings set taxLabels \'[{"label":…,"name":…,"rate":…,"active":true}]\').',
  }),
} as const;
