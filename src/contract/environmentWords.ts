import type { Bilingual } from '../base/index.js';
import type { Environment } from './fiscal.js';

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

/** The environment in a sentence: `пробном окружењу` in Serbian; English texts name it as settings and commands do. */
export function environmentText(environment: Environment, form: Case = 'accusative'): Bilingual {
  return { sr: FORMS[environment][form], en: environment };
}
