import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Bilingual } from './bilingual.js';
import { aboutMember, bilingual, defineMessages, type Message, type MessageText, phrase, verbatim } from './message.js';
import {
  brokenPattern,
  compiler,
  fieldName,
  type JsonSchema,
  NOT_BLANK,
  pathOf,
  PRINTABLE,
  type SchemaPath,
} from './schema.js';

const MESSAGES = defineMessages('schema', {
  wrong: { en: 'the value is wrong', sr: 'вредност није исправна' },
  whole: { en: 'the value', sr: 'вредност' },
  noMember: { en: '{field} may not have a member "{member}"', sr: '{field} не сме имати „{member}”' },
  required: {
    en: '{field} needs the member "{member}"',
    sr: '{field} мора имати „{member}”',
    srOnPage: 'недостаје: {member}',
    enOnPage: '{field} needs the member "{member}"',
  },
  enum: { en: '{field} must be one of {values}', sr: '{field} мора бити једно од: {values}' },
  type: { en: '{field} must be {type}', sr: '{field} мора бити {type}' },
  either: { en: '{type}, or {other}', sr: '{type}, или {other}' },
  pattern: { en: '{field} {demand}', sr: '{field} {demand}' },
  maxLength: {
    en: '{field} may have at most {limit} characters',
    sr: '{field} не сме имати више од {limit} знакова',
  },
  minLength: {
    en: '{field} must have at least {limit} characters',
    sr: '{field} мора имати знакове, најмање {limit}',
  },
  maxItems: { en: '{field} may have at most {limit} entries', sr: '{field} не сме имати више од {limit} ставки' },
  minItems: { en: '{field} must have at least {limit} entries', sr: '{field} мора имати ставке, најмање {limit}' },
  uniqueItems: { en: '{field} may name each entry only once', sr: '{field} не сме имати исту ставку два пута' },
  minimum: { en: '{field} must be at least {limit}', sr: '{field} мора бити најмање {limit}' },
  maximum: { en: '{field} must be at most {limit}', sr: '{field} мора бити највише {limit}' },
  exclusiveMinimum: { en: '{field} must be more than {limit}', sr: '{field} мора бити веће од {limit}' },
  oneOf: {
    en: '{field} has none of the allowed forms',
    sr: '{field} нема ниједан од дозвољених облика',
  },
});

const WRONG_FORM: Bilingual = { sr: 'нема исправан облик', en: 'has a wrong form' };

/**
 * Compiles a check of `schema` that returns a fault as a phrase, for values that only technicians write; undefined
 * without a fault. The phrase never repeats the value, which may be a secret. `patterns` explains the schema's
 * patterns.
 */
export function describeFaults(
  schema: JsonSchema,
  patterns: Readonly<Record<string, MessageText>>,
): (value: unknown) => Message | undefined {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compiler().compile(schema);
    if (validate(value)) return undefined;
    const [first] = validate.errors ?? [];
    return first === undefined ? MESSAGES.wrong : aboutMember(memberOf(first), phraseOf(first, patterns, value));
  };
}

/** Path of the member that a fault is about; for a missing member, its own. */
function memberOf({ keyword, instancePath, params }: ErrorObject<string, Record<string, unknown>>): SchemaPath {
  const path = pathOf(instancePath);
  return keyword === 'required' ? [...path, String(params['missingProperty'])] : path;
}

function phraseOf(
  error: ErrorObject<string, Record<string, unknown>>,
  patterns: Readonly<Record<string, MessageText>>,
  value: unknown,
): Message {
  const { keyword, params, message = 'is wrong' } = error;
  const path = pathOf(error.instancePath);
  const field = fieldName(path) || MESSAGES.whole;
  switch (keyword) {
    case 'additionalProperties':
      return MESSAGES.noMember({ field, member: String(params['additionalProperty']) });
    case 'enum':
      return MESSAGES.enum({ field, values: String(params['allowedValues']).replaceAll(',', ', ') });
    case 'pattern': {
      const demand = phrase(patterns[brokenPattern(String(params['pattern']), path, value)] ?? WRONG_FORM);
      return MESSAGES.pattern({ field, demand });
    }
    case 'type':
      return MESSAGES.type({ field, type: typeText([params['type']].flat()) });
    case 'required':
      return MESSAGES.required({ field, member: String(params['missingProperty']) });
    case 'maxLength':
    case 'minLength':
    case 'maxItems':
    case 'minItems':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return MESSAGES[keyword]({ field, limit: Number(params['limit']) });
    case 'uniqueItems':
      return MESSAGES.uniqueItems({ field });
    case 'oneOf':
    case 'anyOf':
      return MESSAGES.oneOf({ field });
    default:
      return verbatim(`${typeof field === 'string' ? field : field.text.en} ${message}`);
  }
}

const TYPE_WORDS: Readonly<Record<string, MessageText>> = {
  object: { sr: 'објекат у витичастим заградама', en: 'an object in braces' },
  array: { sr: 'списак у угластим заградама', en: 'a list in brackets' },
  string: { sr: 'текст', en: 'a text' },
  number: { sr: 'број', en: 'a number' },
  integer: { sr: 'цео број', en: 'a whole number' },
  boolean: { sr: 'true (да) или false (не)', en: 'true or false', srOnPage: 'да или не', enOnPage: 'true or false' },
  null: { sr: 'null', en: 'null', srOnPage: 'празно', enOnPage: 'null' },
};

function typeText([first, ...others]: readonly unknown[]): Message {
  const words = TYPE_WORDS[String(first)];
  const type = words === undefined ? verbatim(String(first)) : phrase(words);
  return others.length === 0 ? type : MESSAGES.either({ type, other: typeText(others) });
}

/** JSON types as a Serbian sentence lists them after `мора бити`. */
export function typesInSerbian(types: readonly string[]): string {
  return bilingual(typeText(types)).sr;
}

/** Characters of a reason, and of the name of a person who gives it. */
export const MAX_REASON = 200;

const printable = (minLength: number) =>
  ({
    type: 'string',
    minLength,
    maxLength: MAX_REASON,
    // Bytes that are not UTF-8 arrive as U+FFFD. Their text is lost, so they must not be recorded for good.
    allOf: [{ pattern: PRINTABLE }, { pattern: NOT_BLANK }, { pattern: '^[^\\uFFFD]*$' }],
  }) as const;

/** True for a valid reason of a recorded decision: 3 to 200 printable characters on one line. */
export function isReason(text: string): boolean {
  return describeFaults(printable(3), {})(text) === undefined;
}

/** True for what may be recorded as the name of a person: 1 to 200 printable characters on one line. */
export function isPersonName(text: string): boolean {
  return describeFaults(printable(1), {})(text) === undefined;
}
