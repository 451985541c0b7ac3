import { assertNever, type Bilingual } from '../../base/index.js';
import { type CheckFinding, type CheckResult, defineCheck, failure, good, resultsOf } from '../check.js';

/** What a command has seen of the service of a folder, with what to do about it. */
export type ServiceSeen =
  | { readonly state: 'runs' }
  /** `start`: the command that starts it. */
  | { readonly state: 'off'; readonly start: string }
  | { readonly state: 'hangs'; readonly action: Bilingual };

/** Does the service run? Only a command that has tried to reach it can tell. */
export const serviceCheck = defineCheck({
  name: 'service',
  consequence: 'service',
  alarmAfterPolls: null,
  run: (seen: ServiceSeen) => [judge(seen)],
});

/** Its result, for a command that knows whether a service has answered. */
export function checkService(seen: ServiceSeen): CheckResult[] {
  return resultsOf(serviceCheck.name, serviceCheck.run(seen));
}

function judge(seen: ServiceSeen): CheckFinding {
  switch (seen.state) {
    case 'runs':
      return good(TEXTS.good());
    case 'off':
      return failure(TEXTS.off(), TEXTS.start(seen.start));
    case 'hangs':
      return failure(TEXTS.hangs(), seen.action);
    default:
      return assertNever(seen);
  }
}

const TEXTS = {
  good: (): Bilingual => ({ sr: 'Програм ради.', en: 'The service runs.' }),
  off: (): Bilingual => ({
    sr: 'Програм није покренут за ову фасциклу.',
    en: 'No service runs on this folder.',
  }),
  start: (command: string): Bilingual => ({ sr: `Покрените га: ${command}`, en: `Run: ${command}` }),
  hangs: (): Bilingual => ({
    sr: 'Програм се заглавио: не одговара. Шта је продато лежи у фасцикли.',
    en: 'The service hangs: it gives no answer. What was sold lies in the folder.',
  }),
} as const;
