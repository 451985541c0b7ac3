import type { Bilingual } from '../../../base/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  /** Number of API keys that are not revoked. */
  readonly activeKeys: () => number;
}

/** Without a key no client can sell through the API, but the owner only has to create one. */
export const keysCheck = defineCheck({
  name: 'keys',
  consequence: 'receipts',
  alarmAfterPolls: null,
  run({ activeKeys }: Parts) {
    const active = activeKeys();
    return [active > 0 ? good(TEXTS.good(active)) : warning(TEXTS.none(), TEXTS.create())];
  },
});

const TEXTS = {
  good: (count: number): Bilingual => ({ sr: `Активних API кључева: ${count}.`, en: `Active API keys: ${count}.` }),
  none: (): Bilingual => ({ sr: 'Нема ниједног активног API кључа.', en: 'There is no active API key.' }),
  create: (): Bilingual => ({
    sr: 'Направите API кључ (kasirbox keys create --label NAME).',
    en: 'Run: kasirbox keys create --label NAME',
  }),
} as const;
