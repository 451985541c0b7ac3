import {
  assertNever,
  formatMoney,
  formRule,
  LOCAL_TIME,
  type SchemaFault,
  type SchemaRule,
  TEXT,
  type TextRule,
  type Bilingual,
} from '../../../../base/index.js';
import { GTIN } from '../../../../shop/catalogue/index.js';
import { BUYER_ID, IDEMPOTENCY_KEY_PATTERN } from '../requestSchema.js';
import { KEY_FORM, requestRefusals } from './request.js';
import { about, at, nameInPlace, subject, type ValidationError } from './sentence.js';

/** Turns a schema error into a refusal in both languages. */
export function refusalFor({ path, rule }: SchemaFault): ValidationError {
  const name = formRule(rule);
  if (path.length === 0) {
    return about(name, '', { sr: 'Тело захтева мора бити JSON објекат', en: 'The body must be a JSON object' });
  }
  if (path.length === 1 && path[0] === 'items') {
    if (rule.keyword === 'minItems') {
      return at(name, path, {
        sr: 'рачун мора имати бар једну ставку у пољу „items”',
        en: 'an invoice must have at least one line in the field "items"',
      });
    }
    if (rule.keyword === 'maxItems') {
      return at(name, path, {
        sr: `рачун може имати највише ${rule.limit} ставки у пољу „items”`,
        en: `an invoice may have at most ${rule.limit} lines in the field "items"`,
      });
    }
  }
  if (path[0] === 'whenOffline' && rule.keyword === 'type' && rule.types[0] === 'null') {
    return requestRefusals.waitsNowhere();
  }
  const field = nameInPlace(path);
  if (rule.keyword === 'required') {
    return at(name, path, { sr: `недостаје поље „${field}”`, en: `the field "${field}" is missing` });
  }
  const [whose, demanded] = [subject(field), demand(rule)];
  return at(name, path, { sr: whose.sr + demanded.sr, en: whose.en + demanded.en });
}

/** What the schema rule requires of a field. */
function demand(rule: Exclude<SchemaRule, { keyword: 'required' }>): Bilingual {
  switch (rule.keyword) {
    case 'type':
      return oneOf(rule.types.map((type) => TYPE_WORDS[type] ?? { sr: type, en: type }));
    case 'maxLength':
      return { sr: `може имати највише ${rule.limit} знакова`, en: `may have at most ${rule.limit} characters` };
    case 'minItems':
      return { sr: `мора имати најмање ${rule.limit} елемената`, en: `must have at least ${rule.limit} entries` };
    case 'maxItems':
      return rule.limit === 1
        ? { sr: 'може имати највише један елемент', en: 'may have at most one entry' }
        : { sr: `може имати највише ${rule.limit} елемената`, en: `may have at most ${rule.limit} entries` };
    case 'minimum':
      return { sr: `не сме бити мање од ${serbian(rule.limit)}`, en: `must not be less than ${rule.limit}` };
    case 'exclusiveMinimum':
      return { sr: `мора бити веће од ${serbian(rule.limit)}`, en: `must be more than ${rule.limit}` };
    case 'maximum':
      return { sr: `не сме бити веће од ${serbian(rule.limit)}`, en: `must not be more than ${rule.limit}` };
    case 'enum': {
      const allowed = rule.allowed.filter((value) => value !== null).join(', ');
      return { sr: `мора бити једно од: ${allowed}`, en: `must be one of: ${allowed}` };
    }
    case 'pattern':
      return PATTERN_WORDS[rule.pattern] ?? { sr: 'није у исправном облику', en: 'has not the right form' };
    case 'format':
      return FORMAT_WORDS[rule.format];
    default:
      return assertNever(rule);
  }
}

function oneOf(types: readonly Bilingual[]): Bilingual {
  const sr = types.map((type) => type.sr).join(' или ');
  return { sr: `мора бити ${sr}`, en: `must be ${types.map(({ en }) => en).join(' or ')}` };
}

const TYPE_WORDS: Readonly<Record<string, Bilingual>> = {
  string: { sr: 'текст', en: 'a text' },
  number: { sr: 'број (без наводника)', en: 'a number (without quotes)' },
  integer: { sr: 'цео број (без наводника)', en: 'a whole number (without quotes)' },
  array: { sr: 'низ', en: 'an array' },
  object: { sr: 'објекат', en: 'an object' },
  boolean: { sr: 'true или false', en: 'true or false' },
  null: { sr: 'null', en: 'null' },
};

const REAL_TIME: Bilingual = {
  sr: 'мора бити постојећи датум и време у облику ГГГГ-ММ-ДД ЧЧ:ММ:СС, на пример 2026-11-21 10:00:00',
  en: 'must be a day and time that exists, as YYYY-MM-DD HH:MM:SS, for example 2026-11-21 10:00:00',
};

const FORMAT_WORDS: Readonly<Record<TextRule | 'finite', Bilingual>> = {
  'not-blank': { sr: 'не сме бити празно', en: 'must not be blank' },
  'few-marks': {
    sr: 'има више од четири акцента на једном слову, што се не може штампати; уклоните их',
    en: 'has more than four accents on one letter, which cannot be printed; remove them',
  },
  'real-time': REAL_TIME,
  'real-date': {
    sr: 'мора бити постојећи датум у облику ГГГГ-ММ-ДД, на пример 2026-11-21',
    en: 'must be a day that exists, as YYYY-MM-DD, for example 2026-11-21',
  },
  'mail-address': { sr: 'мора бити једна адреса е-поште', en: 'must be one e-mail address' },
  finite: { sr: 'је већи број него што се може записати', en: 'is a larger number than can be written down' },
};

const PATTERN_WORDS: Readonly<Record<string, Bilingual>> = {
  [TEXT]: {
    sr: 'садржи контролни знак или половину знака, што се не може штампати; уклоните то',
    en: 'holds a control character or half a character, which cannot be printed; remove it',
  },
  [LOCAL_TIME]: REAL_TIME,
  [GTIN]: { sr: 'мора имати од 8 до 14 цифара', en: 'must have 8 to 14 digits' },
  [BUYER_ID]: {
    sr:
      'мора бити у облику шифра:вредност, на пример 10:123456788; дозвољене шифре су 10-16, 20-23, 30-36 и 40, ' +
      'а вредност сме да садржи само слова енглеске абецеде, цифре и знаке, без размака',
    en:
      'must be code:value, for example 10:123456788; the codes are 10-16, 20-23, 30-36 and 40, and the value may hold ' +
      'only printable ASCII without blanks',
  },
  [IDEMPOTENCY_KEY_PATTERN]: KEY_FORM,
};

/** Limits in Serbian number format. */
function serbian(limit: number): string {
  return limit === Math.trunc(limit) ? String(limit) : formatMoney(Math.round(limit * 100));
}
