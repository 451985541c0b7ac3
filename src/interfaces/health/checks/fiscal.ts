import { PFR_TRAITS } from '../../../base/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { defineCheck, failure, inBoth } from '../check.js';

interface Parts {
  readonly pfr: () => Pfr;
}

/** Production with the demo processor: no receipt is issued until a fiscal processor is configured (decision 62). */
export const fiscalCheck = defineCheck({
  name: 'fiscal',
  consequence: 'not-fiscal',
  alarmAfterPolls: null,
  inhibits: ['pfr'],
  run({ pfr }: Parts) {
    const { environment, mode, findings } = pfr().status();
    if (environment !== 'production' || PFR_TRAITS[mode].issuesRealReceipts) return [];
    return findings.map(({ found, action, command }) => ({
      ...failure(found, action, inBoth(`${environment} ${mode}`)),
      ...(command !== undefined && { command }),
    }));
  },
});
