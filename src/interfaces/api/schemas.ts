import { ENVIRONMENTS, PFR_MODES } from '../../contract/index.js';
import { type JsonSchema, LOCAL_TIME, RULES } from '../../base/index.js';
import { ERROR_CODES } from '../../platform/http/index.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * An object in which every member of `properties` is always present and members of `optional` may be absent. Later
 * releases may add members.
 */
export function record(properties: Properties, optional: Properties = {}): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

export function listOf(items: JsonSchema, limits: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, ...limits };
}

export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const flag: JsonSchema = { type: 'boolean' };
export const rsd: JsonSchema = { type: 'number', description: 'RSD, 2 decimals.' };
export const percent: JsonSchema = { type: 'number', minimum: 0, description: 'Percent.' };
/** Beside a rate that may be no percentage. */
export const perUnitFlag: JsonSchema = {
  type: 'boolean',
  enum: [true],
  description: 'An addition to v1: `rate` is RSD for each unit in place of percent. Absent where it is percent.',
};
export const positiveInteger: JsonSchema = { type: 'integer', minimum: 1 };
export const uuid: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
export const localTimeText: JsonSchema = {
  type: 'string',
  pattern: LOCAL_TIME,
  description: 'YYYY-MM-DD HH:MM:SS, Europe/Belgrade.',
};
export const localTimeTextOrNull: JsonSchema = { ...localTimeText, type: ['string', 'null'] };
export const environmentText: JsonSchema = { type: 'string', enum: ENVIRONMENTS };
export const pfrModeText: JsonSchema = { type: 'string', enum: PFR_MODES };

/** `{ok: true}`, with further members for some routes. */
export const done = (properties: Properties = {}, optional: Properties = {}): JsonSchema =>
  record({ ok: { const: true }, ...properties }, optional);

const ruleList = Object.entries(RULES)
  .map(([rule, meaning]) => `- \`${rule}\`: ${meaning}`)
  .join('\n');

/** The body of every error. */
export const error: JsonSchema = record({
  error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: ERROR_CODES },
      message: {
        ...text,
        description: 'For people: about an invoice or its e-mail in Serbian, about the call in English.',
      },
      field: {
        ...text,
        description:
          'What is wrong: a JSON pointer (RFC 6901) into the body, or the name of a parameter or header, which has no slash.',
        examples: ['/items/1/quantity', 'page', 'Idempotency-Key'],
      },
      rule: {
        ...text,
        description: `A stable name of what is broken; later releases may add some.\n\n${ruleList}`,
        examples: Object.keys(RULES),
      },
      messageEn: { ...text, description: 'The message in English.' },
      retryAfter: {
        type: 'integer',
        minimum: 0,
        description:
          'With rule `pfr.outcome-unknown`: after so many seconds the outcome is known at the latest, as long as the processor answers. ' +
          'A repeat before that does no harm.',
      },
      requestId: { ...text, description: 'The same as header `X-Request-Id`: the log names the request so.' },
      ref: { ...text, description: 'With `server_error` only: find it in the log.' },
    },
  },
});
