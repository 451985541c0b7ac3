import {
  assertNever,
  asSentence,
  type Bilingual,
  localTime,
  receiptTimeOfLocal,
  type UtcMs,
} from '../../../base/index.js';
import { type CheckFinding, type CheckResult, defineCheck, failure, good, resultsOf } from '../check.js';

/** State of the service of a folder as a command found it, with the action needed. */
export type ServiceSeen =
  | { readonly state: 'runs' }
  /** `start`: the command that starts it. `failure`: why its last start failed, if it did. */
  | {
      readonly state: 'off';
      readonly start: string;
      readonly failure?: { readonly at: UtcMs; readonly reason: Bilingual } | undefined;
    }
  | { readonly state: 'hangs'; readonly action: Bilingual };

/** Whether the service runs. Only a command that has tried to reach it knows that. */
export const serviceCheck = defineCheck({
  name: 'service',
  consequence: 'service',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Странице и каса се не отварају', en: 'Pages and till do not open' },
    cause: {
      sr: 'сервис не ради, није могао да се покрене, или се заглавио',
      en: 'the service is not running, could not start, or hangs',
    },
    command: 'systemctl start kasirbox',
  },
  run: (seen: ServiceSeen) => [judge(seen)],
});

/** Result of the check, for a command that knows whether a service has answered. */
export function checkService(seen: ServiceSeen): CheckResult[] {
  return resultsOf(serviceCheck.name, serviceCheck.run(seen));
}

/** The proof text for a service that hangs. */
const HANGING: Bilingual = { sr: 'не одговара', en: 'not responding' };

function judge(seen: ServiceSeen): CheckFinding {
  switch (seen.state) {
    case 'runs':
      return good(TEXTS.good());
    case 'off':
      return failure(seen.failure === undefined ? TEXTS.off() : TEXTS.failed(seen.failure), TEXTS.start(seen.start));
    case 'hangs':
      return failure(TEXTS.hangs(), seen.action, HANGING);
    default:
      return assertNever(seen);
  }
}

const TEXTS = {
  good: (): Bilingual => ({ sr: 'Сервис ради.', en: 'The service is running.' }),
  off: (): Bilingual => ({
    sr: 'Сервис није покренут за ову фасциклу.',
    en: 'No service is running for this folder.',
  }),
  failed: ({ at, reason }: { readonly at: UtcMs; readonly reason: Bilingual }): Bilingual => ({
    sr: `Сервис се није покренуо (${receiptTimeOfLocal(localTime(at))}). ${asSentence(reason.sr)}`,
    en: `The service did not start (${localTime(at)}). ${asSentence(reason.en)}`,
  }),
  start: (command: string): Bilingual => ({ sr: `Покрените га: ${command}`, en: `Start it: ${command}` }),
  hangs: (): Bilingual => ({
    sr: 'Сервис се заглавио: не одговара. Шта је продато лежи у фасцикли.',
    en: 'The service hangs: it does not respond. Everything sold is stored in the folder.',
  }),
} as const;
