import { type Bilingual, PFR_TRAITS } from '../../../base/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { defineCheck, failure, good } from '../check.js';

interface Parts {
  readonly pfr: () => Pfr;
}

/** Without a tax label nothing can be sold. A real processor brings its own labels and reports their absence itself. */
export const labelsCheck = defineCheck({
  name: 'labels',
  consequence: 'receipts',
  alarmAfterPolls: null,
  run({ pfr }: Parts) {
    const active = pfr().taxLabels();
    if (active.length > 0) return [good(TEXTS.good(active.map(({ label }) => label).join(', ')))];
    return PFR_TRAITS[pfr().mode].hasOwnRates ? [] : [failure(TEXTS.none(), TEXTS.activate())];
  },
});

const TEXTS = {
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
    en: 'Run: kasirbox settings set taxLabels \'[{"label":…,"name":…,"rate":…,"active":true}]\'',
  }),
} as const;
