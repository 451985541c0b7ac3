import type { Environment } from './fiscal.js';
import { type Message, phrase } from './message.js';

/** The cases in which Serbian sentences of ours name an environment. */
type Case = 'nominative' | 'accusative' | 'genitive' | 'locative';

const FORMS: Readonly<Record<Environment, Readonly<Record<Case, string>>>> = {
  sandbox: {
    nominative: 'пробно окружење',
    accusative: 'пробно окружење',
    genitive: 'пробног окружења',
    locative: 'пробном окружењу',
  },
  production: {
    nominative: 'продукција',
    accusative: 'продукцију',
    genitive: 'продукције',
    locative: 'продукцији',
  },
};

/** The environment in a Serbian sentence: `environmentIn('sandbox', 'locative')` is `пробном окружењу`. */
export function environmentIn(environment: Environment, form: Case = 'accusative'): string {
  return FORMS[environment][form];
}

/** The environment as a part of a message. English texts name it as settings and commands do. */
export function environmentPhrase(environment: Environment, form: Case = 'accusative'): Message {
  return phrase({ sr: environmentIn(environment, form), en: environment });
}
