import type { Bilingual } from '../../base/index.js';
import { type CheckResult, defineCheck, good, resultsOf, warning } from '../check.js';

interface Parts {
  readonly isRunning: boolean;
}

/** Does the service run? Only a command that has tried to reach it can tell. */
export const serviceCheck = defineCheck({
  name: 'service',
  alarmAfterPolls: null,
  run: ({ isRunning }: Parts) => [isRunning ? good(TEXTS.good()) : warning(TEXTS.off(), TEXTS.start())],
});

/** Its result, for a command that knows whether a service has answered. */
export function checkService(isRunning: boolean): CheckResult[] {
  return resultsOf(serviceCheck.name, serviceCheck.run({ isRunning }));
}

const TEXTS = {
  good: (): Bilingual => ({ sr: 'Програм ради.', en: 'The service runs.' }),
  off: (): Bilingual => ({
    sr: 'Програм није покренут за ову фасциклу.',
    en: 'No service runs on this folder.',
  }),
  start: (): Bilingual => ({ sr: 'Покрените га (kasirbox serve).', en: 'Run: kasirbox serve' }),
} as const;
