import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord } from './json.js';
import { isCustomerAddress } from './mailAddress.js';
import { failed, assertNever, ok, type Result } from './result.js';
import type { Rule } from './rules.js';
import { isLocalDate, isLocalTime } from './time.js';
import { hasPiledUpMarks, MAX_MARKS } from './unicode.js';

/** A JSON Schema of dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A place in a body: `['items', 1, 'quantity']`. */
export type SchemaPath = readonly (string | number)[];

/** The rule that a value breaks, named by its JSON Schema keyword. */
export type SchemaRule =
  | { readonly keyword: 'required' }
  | { readonly keyword: 'type'; readonly types: readonly string[] }
  | { readonly keyword: LimitKeyword; readonly limit: number }
  | { readonly keyword: 'enum'; readonly allowed: readonly (string | null)[] }
  | { readonly keyword: 'pattern'; readonly pattern: string }
  | { readonly keyword: 'format'; readonly format: string };

type LimitKeyword = 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum' | 'exclusiveMinimum';

/** The first fault found; the caller makes a sentence of it, in its own language. */
export interface SchemaFault {
  readonly path: SchemaPath;
  readonly rule: SchemaRule;
}

/** What of {@link PRINTABLE} a fault names when a text has too many marks on one character. */
export const NO_PILE = `(?![\\s\\S]*\\p{M}{${MAX_MARKS + 1}})`;

/**
 * One row of printable text. Control and invisible characters (also half of a surrogate pair) could forge rows of a
 * receipt or send commands to a printer; more than {@link MAX_MARKS} combining marks on one character draw over other rows.
 */
export const PRINTABLE = `^${NO_PILE}[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]*$`;

/** As {@link PRINTABLE}, in rows that end with LF or CRLF. */
export const PRINTABLE_LINES = `^${NO_PILE}(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]|\\r?\\n)*$`;

/** Something that draws more than a blank. */
export const NOT_BLANK = '[^\\s\\u2800\\p{M}\\p{Cf}\\p{Default_Ignorable_Code_Point}]';

/** Formats that our schemas may name in addition to those of JSON Schema. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  /** `YYYY-MM-DD HH:MM:SS`, a real day and time. */
  'local-time': isLocalTime,
  /** `YYYY-MM-DD`, a real day. */
  'local-date': isLocalDate,
  /** One mail address of a customer; see {@link isCustomerAddress}. */
  'customer-address': isCustomerAddress,
};

/**
 * A check of `schema` that names the first fault. A value that passes is returned as `T`: the schema proves the type.
 * Texts with a `maxLength` are counted and returned in NFC. The schema is compiled at the first call, because loading the
 * compiler takes tens of milliseconds, which the start does not have to spend.
 */
export function compileSchema<T>(schema: JsonSchema): (value: unknown) => Result<T, SchemaFault> {
  let validate: ValidateFunction<T> | undefined;
  return (sent) => {
    validate ??= compiler().compile<T>(schema);
    const value = withNfcTexts(schema, sent);
    if (validate(value)) return ok(value);
    const first: unknown = validate.errors?.[0];
    return failed(faultOf(first as RuleError, value));
  };
}

/** No character has more UTF-16 units than this when it is decomposed. */
const MAX_DECOMPOSED = 6;

/**
 * A copy with the length-limited texts of `schema` in NFC (UAX #15). NFC may change the length, so it comes before the
 * check. Texts that cannot fit, or have more marks on a character than any schema lets pass, are left alone: to order a long
 * run of combining marks takes quadratic time.
 */
function withNfcTexts(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (typeof value === 'string') {
    const limit = schema['maxLength'];
    const mayFit = typeof limit === 'number' && value.length <= limit * MAX_DECOMPOSED;
    return mayFit && !hasPiledUpMarks(value) ? value.normalize('NFC') : value;
  }
  if (Array.isArray(value)) {
    const limit = schema['maxItems'];
    // One with too many entries is refused for that, whatever they are.
    if (typeof limit === 'number' && value.length > limit) return value;
    return value.map((entry) => withNfcTexts(schema['items'], entry));
  }
  const { properties } = schema;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const changed = Object.entries(properties).flatMap(([name, rest]) => {
    const sent = Object.hasOwn(value, name) ? value[name] : undefined;
    const text = withNfcTexts(rest, sent);
    return text === sent ? [] : [[name, text] as const];
  });
  // A copy of an object with tens of thousands of unknown members would take longer than all the rest.
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
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

/** The name by which callers know a rule of a schema. */
export function formRule({ keyword }: SchemaRule): Rule {
  return FORM_RULES[keyword];
}

let shared: Ajv2020 | undefined;

/**
 * A check of `schema` that says in one English phrase what is wrong, for values that only technicians write; undefined when
 * nothing is. The phrase never repeats the value, which may be a secret. `patterns` explains the schema's patterns.
 */
export function describeFaults(
  schema: JsonSchema,
  patterns: Readonly<Record<string, string>>,
): (value: unknown) => string | undefined {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compiler().compile(schema);
    if (validate(value)) return undefined;
    const [first] = validate.errors ?? [];
    return first === undefined ? 'the value is wrong' : phraseOf(first, patterns, value);
  };
}

function phraseOf(
  error: ErrorObject<string, Record<string, unknown>>,
  patterns: Readonly<Record<string, string>>,
  value: unknown,
): string {
  const { keyword, params, message = 'is wrong' } = error;
  const path = pathOf(error.instancePath);
  const field = fieldName(path) || 'the value';
  switch (keyword) {
    case 'additionalProperties':
      return `${field} may not have a member "${String(params['additionalProperty'])}"`;
    case 'enum':
      return `${field} must be one of ${String(params['allowedValues']).replaceAll(',', ', ')}`;
    case 'pattern':
      return `${field} ${patterns[brokenPattern(String(params['pattern']), path, value)] ?? 'has a wrong form'}`;
    default:
      return `${field} ${message}`;
  }
}

/** The tests check our own schemas against the meta-schema; a start does not. */
function compiler(): Ajv2020 {
  shared ??= new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    discriminator: true,
    meta: false,
    validateSchema: false,
    formats: FORMATS,
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
  | { readonly keyword: 'format'; readonly params: { readonly format: string } }
);

/** Which rule of a pattern the text at `path` breaks. */
function brokenPattern(pattern: string, path: SchemaPath, value: unknown): string {
  if (pattern !== PRINTABLE && pattern !== PRINTABLE_LINES) return pattern;
  const text = path.reduce<unknown>(
    (inner, step) => (inner as Readonly<Record<string | number, unknown>>)[step],
    value,
  );
  return typeof text === 'string' && hasPiledUpMarks(text) ? NO_PILE : pattern;
}

function faultOf(error: RuleError, value: unknown): SchemaFault {
  const path = pathOf(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return { path: [...path, error.params.missingProperty], rule: { keyword: 'required' } };
    case 'type':
      return { path, rule: { keyword: 'type', types: [error.params.type].flat() } };
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
      return { path, rule: { keyword: 'pattern', pattern: brokenPattern(error.params.pattern, path, value) } };
    case 'format':
      return { path, rule: { keyword: 'format', format: error.params.format } };
    default:
      return assertNever(error);
  }
}

/** The steps of a JSON pointer (RFC 6901). No schema of ours has a property that looks like an index. */
function pathOf(pointer: string): SchemaPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}
