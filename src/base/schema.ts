import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Bilingual } from './bilingual.js';
import { isRecord } from './json.js';
import { aboutMember, bilingual, defineMessages, type Message, type MessageText, phrase, verbatim } from './message.js';
import { failed, assertNever, ok, type Result } from './result.js';
import type { Rule } from './rules.js';
import { brokenRule, composed, NAME, TEXT, type TextRule } from './textRules.js';
import { DRAWN, hasPiledUpMarks, isBlank, MAX_MARKS } from './unicode.js';

/** A JSON Schema of dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A place in a body: `['items', 1, 'quantity']`. */
export type SchemaPath = readonly (string | number)[];

/** The rule that a value violates, by its JSON Schema keyword; `format`: a rule for which the schema has no pattern. */
export type SchemaRule =
  | { readonly keyword: 'required' }
  | { readonly keyword: 'type'; readonly types: readonly string[] }
  | { readonly keyword: LimitKeyword; readonly limit: number }
  | { readonly keyword: 'enum'; readonly allowed: readonly (string | null)[] }
  | { readonly keyword: 'pattern'; readonly pattern: string }
  | { readonly keyword: 'format'; readonly format: TextRule | 'finite' };

type LimitKeyword = 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum' | 'exclusiveMinimum';

/** The first fault found; the caller renders it as a sentence in its own language. */
export interface SchemaFault {
  readonly path: SchemaPath;
  readonly rule: SchemaRule;
}

/** The part of {@link PRINTABLE} that a fault names when a text has too many marks on one character. */
export const NO_STACKED_MARKS = `(?![\\s\\S]*\\p{M}{${MAX_MARKS + 1}})`;

/**
 * One row of printable text. Control and invisible characters (also half of a surrogate pair) could forge rows of a
 * receipt or send commands to a printer; more than {@link MAX_MARKS} combining marks on one character draw over other
 * rows.
 */
export const PRINTABLE = `^${NO_STACKED_MARKS}[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]*$`;

/** A character that draws more than a blank. */
export const NOT_BLANK = DRAWN.source;

/**
 * Compiles a check of `schema` that returns the first fault. A valid value is returned as `T`: the schema proves the
 * type. Lengths are checked on the texts as sent, so that a client with the same schema gets the same result. Texts
 * with a `maxLength` are returned in NFC, and must satisfy the rules of `textRules.ts`. The schema is compiled at the
 * first call, because loading the compiler takes tens of milliseconds, which would delay the start.
 */
export function compileSchema<T>(schema: JsonSchema): (value: unknown) => Result<T, SchemaFault> {
  let validate: ValidateFunction<T> | undefined;
  return (value) => {
    validate ??= compiler().compile<T>(schema);
    if (validate(value)) return readTexts(schema, value, []) as Result<T, SchemaFault>;
    const first: unknown = validate.errors?.[0];
    return failed(faultOf(first as RuleError, value));
  };
}

/** A valid value with its limited texts in NFC, or the first text that violates a rule. */
function readTexts(schema: unknown, value: unknown, path: SchemaPath): Result<unknown, SchemaFault> {
  if (!isRecord(schema)) return ok(value);
  if (typeof value === 'string') return readText(schema, value, path);
  if (Array.isArray(value)) {
    const entries: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      const read = readTexts(schema['items'], entry, [...path, index]);
      if (!read.ok) return read;
      entries.push(read.value);
    }
    return ok(entries);
  }
  const { properties } = schema;
  if (!isRecord(value) || !isRecord(properties)) return ok(value);
  const changed: [string, unknown][] = [];
  for (const [name, rest] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const text = readTexts(rest, value[name], [...path, name]);
    if (!text.ok) return text;
    if (text.value !== value[name]) changed.push([name, text.value]);
  }
  // Copying an object with tens of thousands of unknown members would take longer than everything else.
  return ok(changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) });
}

function readText({ pattern, maxLength }: JsonSchema, text: string, path: SchemaPath): Result<string, SchemaFault> {
  // Checked before NFC, which takes quadratic time for piled-up marks, and after it, since it may split one mark into
  // two.
  const nfc =
    brokenRule(pattern, text) === undefined && typeof maxLength === 'number' ? composed(text, maxLength) : text;
  const broken = brokenRule(pattern, nfc);
  return broken === undefined ? ok(nfc) : failed({ path, rule: { keyword: 'format', format: broken } });
}

/** `items[1].quantity`; the empty path is ''. */
export function fieldName(path: SchemaPath): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`;
    return name === '' ? step : `${name}.${step}`;
  }, '');
}

/** `/items/1/quantity` (RFC 6901); the empty path is ''. */
export function pointerTo(path: SchemaPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const FORM_RULES = {
  required: 'form.required',
  type: 'form.type',
  maxLength: 'form.max-length',
  minItems: 'form.min-items',
  maxItems: 'form.max-items',
  minimum: 'form.minimum',
  exclusiveMinimum: 'form.exclusive-minimum',
  maximum: 'form.maximum',
  enum: 'form.enum',
  pattern: 'form.pattern',
  format: 'form.format',
} as const satisfies Readonly<Record<SchemaRule['keyword'], Rule>>;

/** The public name of a schema's rule. */
export function formRule(rule: SchemaRule): Rule {
  // The same public rule as for numbers in places where the schema requires nothing.
  if (rule.keyword === 'format' && rule.format === 'finite') return 'request.number-too-large';
  return FORM_RULES[rule.keyword];
}

let shared: Ajv2020 | undefined;

const MESSAGES = defineMessages('schema', {
  wrong: { en: 'the value is wrong', sr: 'вредност није исправна' },
  whole: { en: 'the value', sr: 'вредност' },
  noMember: { en: '{field} may not have a member "{member}"', sr: '{field} не сме имати „{member}”' },
  required: { en: '{field} needs the member "{member}"', sr: 'недостаје: {member}' },
  enum: { en: '{field} must be one of {values}', sr: '{field} мора бити једно од: {values}' },
  type: { en: '{field} must be {type}', sr: '{field} мора бити {type}' },
  either: { en: '{type}, or {other}', sr: '{type}, или {other}' },
  pattern: { en: '{field} {demand}', sr: '{field} {demand}' },
  maxLength: {
    en: '{field} must NOT have more than {limit} characters',
    sr: '{field} не сме имати више од {limit} знакова',
  },
  minLength: {
    en: '{field} must NOT have fewer than {limit} characters',
    sr: '{field} мора имати бар {limit} знакова',
  },
  maxItems: { en: '{field} must NOT have more than {limit} items', sr: '{field} не сме имати више од {limit} ставки' },
  minItems: { en: '{field} must NOT have fewer than {limit} items', sr: '{field} мора имати бар {limit} ставки' },
  minimum: { en: '{field} must be >= {limit}', sr: '{field} мора бити најмање {limit}' },
  maximum: { en: '{field} must be <= {limit}', sr: '{field} мора бити највише {limit}' },
  exclusiveMinimum: { en: '{field} must be > {limit}', sr: '{field} мора бити веће од {limit}' },
  oneOf: {
    en: '{field} must match exactly one schema in oneOf',
    sr: '{field} нема ниједан од дозвољених облика',
  },
  anyOf: { en: '{field} must match a schema in anyOf', sr: '{field} нема ниједан од дозвољених облика' },
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
    case 'oneOf':
    case 'anyOf':
      return MESSAGES[keyword]({ field });
    default:
      return verbatim(`${typeof field === 'string' ? field : field.text.en} ${message}`);
  }
}

const TYPE_WORDS: Readonly<Record<string, Bilingual>> = {
  object: { sr: 'објекат у витичастим заградама', en: 'an object in braces' },
  array: { sr: 'списак у угластим заградама', en: 'a list in brackets' },
  string: { sr: 'текст', en: 'a text' },
  number: { sr: 'број', en: 'a number' },
  integer: { sr: 'цео број', en: 'a whole number' },
  boolean: { sr: 'да или не', en: 'true or false' },
  null: { sr: 'празно', en: 'null' },
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

/** The tests check our own schemas against the meta-schema, so a start need not. */
function compiler(): Ajv2020 {
  shared ??= new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    discriminator: true,
    meta: false,
    validateSchema: false,
  });
  return shared;
}

/** The errors that {@link SchemaRule} covers; a schema of ours that causes others is a bug. */
type RuleError = { readonly instancePath: string } & (
  | { readonly keyword: 'required'; readonly params: { readonly missingProperty: string } }
  | { readonly keyword: 'type'; readonly params: { readonly type: string | readonly string[] } }
  | { readonly keyword: LimitKeyword; readonly params: { readonly limit: number } }
  | { readonly keyword: 'enum'; readonly params: { readonly allowedValues: readonly (string | null)[] } }
  | { readonly keyword: 'pattern'; readonly params: { readonly pattern: string } }
);

/** The rule of {@link PRINTABLE} that the text at `path` violates. */
function brokenPattern(pattern: string, path: SchemaPath, value: unknown): string {
  if (pattern !== PRINTABLE) return pattern;
  const text = valueAt(path, value);
  return typeof text === 'string' && hasPiledUpMarks(text) ? NO_STACKED_MARKS : pattern;
}

/** A text that does not match {@link NAME} is blank, or does not match {@link TEXT} either. */
function patternRule(pattern: string, text: unknown): SchemaRule {
  if (pattern !== NAME) return { keyword: 'pattern', pattern };
  return typeof text === 'string' && isBlank(text)
    ? { keyword: 'format', format: 'not-blank' }
    : { keyword: 'pattern', pattern: TEXT };
}

function isInfinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function valueAt(path: SchemaPath, value: unknown): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Readonly<Record<string | number, unknown>>)[step], value);
}

function faultOf(error: RuleError, value: unknown): SchemaFault {
  const path = pathOf(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return { path: [...path, error.params.missingProperty], rule: { keyword: 'required' } };
    case 'type':
      // A number such as 1e400 is parsed as infinity.
      return isInfinite(valueAt(path, value))
        ? { path, rule: { keyword: 'format', format: 'finite' } }
        : { path, rule: { keyword: 'type', types: [error.params.type].flat() } };
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return { path, rule: { keyword: error.keyword, limit: error.params.limit } };
    case 'enum':
      return { path, rule: { keyword: 'enum', allowed: error.params.allowedValues } };
    case 'pattern':
      return { path, rule: patternRule(error.params.pattern, valueAt(path, value)) };
    default:
      return assertNever(error);
  }
}

/** The steps of a JSON pointer (RFC 6901). None of our schemas has a property that looks like an index. */
function pathOf(pointer: string): SchemaPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}
