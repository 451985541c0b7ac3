import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord } from './json.js';
import { isCustomerAddress } from './mailbox.js';
import { failed, never, ok, type Result } from './result.js';
import { isLocalDate, isLocalTime } from './time.js';

/** A JSON Schema in the 2020-12 dialect, the one that OpenAPI 3.1 speaks. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where in a body: `['items', 1, 'quantity']`. */
export type SchemaPath = readonly (string | number)[];

/** The one rule that a value breaks, named by its JSON Schema keyword. */
export type SchemaRule =
  | { readonly keyword: 'required' }
  | { readonly keyword: 'type'; readonly types: readonly string[] }
  | { readonly keyword: LimitKeyword; readonly limit: number }
  | { readonly keyword: 'enum'; readonly allowed: readonly (string | null)[] }
  | { readonly keyword: 'pattern'; readonly pattern: string }
  | { readonly keyword: 'format'; readonly format: string };

type LimitKeyword = 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum' | 'exclusiveMinimum';

/** The first fault found. The caller puts it into words in its own language. */
export interface SchemaFault {
  readonly path: SchemaPath;
  readonly rule: SchemaRule;
}

/**
 * One line of printable text. Control and invisible characters (also half of a surrogate pair) would forge lines on
 * a receipt or drive a printer.
 */
export const PRINTABLE = '^[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]*$';

/** As {@link PRINTABLE}, in lines that end with LF or CRLF. */
export const PRINTABLE_LINES = '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]|\\r?\\n)*$';

export const NOT_BLANK = '\\S';

/** The formats that our schemas may name beside those of JSON Schema. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  /** `YYYY-MM-DD HH:MM:SS`, a real day and time. */
  'local-time': isLocalTime,
  /** `YYYY-MM-DD`, a real day. */
  'local-date': isLocalDate,
  /** One address that a customer may have; see {@link isCustomerAddress}. */
  'customer-address': isCustomerAddress,
};

/**
 * A check of `schema` that names the first fault. A value that passes is handed on as `T`: the schema is what proves
 * it. Texts with a `maxLength` are handed on, and counted, in NFC. Compiled at the first call, since a compiler costs
 * tens of milliseconds of the start.
 */
export function compileSchema<T>(schema: JsonSchema): (value: unknown) => Result<T, SchemaFault> {
  let validate: ValidateFunction<T> | undefined;
  return (sent) => {
    validate ??= compiler().compile<T>(schema);
    const value = withNfcTexts(schema, sent);
    if (validate(value)) return ok(value);
    const first: unknown = validate.errors?.[0];
    return failed(faultOf(first as RuleError));
  };
}

/** No character has more UTF-16 units than this, however it is decomposed. */
const MAX_DECOMPOSED = 6;

/**
 * A copy with the limited texts of `schema` in NFC (UAX #15), which may make a text longer or shorter and so comes before
 * the limit. What cannot fit stays as it is: putting a long run of combining marks in order takes quadratic time.
 */
function withNfcTexts(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (typeof value === 'string') {
    const limit = schema['maxLength'];
    return typeof limit === 'number' && value.length <= limit * MAX_DECOMPOSED ? value.normalize('NFC') : value;
  }
  if (Array.isArray(value)) return value.map((entry) => withNfcTexts(schema['items'], entry));
  const { properties } = schema;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return { ...value, ...Object.fromEntries(known.map(([name, rest]) => [name, withNfcTexts(rest, value[name])])) };
}

/** `items[1].quantity`; the empty path is ''. */
export function fieldName(path: SchemaPath): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`;
    return name === '' ? step : `${name}.${step}`;
  }, '');
}

let shared: Ajv2020 | undefined;

/**
 * A check of `schema` that says in one English phrase what is wrong, for values that only technicians write. The value
 * itself is never repeated, since it may be a secret. `patterns` puts the schema's patterns into words.
 * Undefined: nothing is wrong.
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
    return first === undefined ? 'the value is wrong' : phraseOf(first, patterns);
  };
}

function phraseOf(error: ErrorObject<string, Record<string, unknown>>, patterns: Readonly<Record<string, string>>) {
  const { keyword, params, message = 'is wrong' } = error;
  const field = fieldName(pathOf(error.instancePath)) || 'the value';
  switch (keyword) {
    case 'additionalProperties':
      return `${field} may not have a member "${String(params['additionalProperty'])}"`;
    case 'enum':
      return `${field} must be one of ${String(params['allowedValues']).replaceAll(',', ', ')}`;
    case 'pattern':
      return `${field} ${patterns[String(params['pattern'])] ?? 'has a wrong form'}`;
    default:
      return `${field} ${message}`;
  }
}

/** Our own schemas are held against the meta-schema by the tests, not at every start. */
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

/** The compiler's errors that {@link SchemaRule} has a word for; a schema of ours that makes others is a bug. */
type RuleError = { readonly instancePath: string } & (
  | { readonly keyword: 'required'; readonly params: { readonly missingProperty: string } }
  | { readonly keyword: 'type'; readonly params: { readonly type: string | readonly string[] } }
  | { readonly keyword: LimitKeyword; readonly params: { readonly limit: number } }
  | { readonly keyword: 'enum'; readonly params: { readonly allowedValues: readonly (string | null)[] } }
  | { readonly keyword: 'pattern'; readonly params: { readonly pattern: string } }
  | { readonly keyword: 'format'; readonly params: { readonly format: string } }
);

function faultOf(error: RuleError): SchemaFault {
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
      return { path, rule: { keyword: 'pattern', pattern: error.params.pattern } };
    case 'format':
      return { path, rule: { keyword: 'format', format: error.params.format } };
    default:
      return never(error);
  }
}

/** A JSON pointer (RFC 6901) as steps. No schema of ours names a property that looks like an index. */
function pathOf(pointer: string): SchemaPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}
