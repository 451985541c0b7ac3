import type { JsonSchema } from '../../base/schema.js';

/** An object whose every listed field is always there. More fields may come with later releases. */
export function record(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}

export function listOf(items: JsonSchema, limits: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, ...limits };
}

export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const flag: JsonSchema = { type: 'boolean' };
export const rsd: JsonSchema = { type: 'number', description: 'RSD, 2 decimals.' };
export const percent: JsonSchema = { type: 'number', minimum: 0, description: 'Percent.' };
export const positiveInteger: JsonSchema = { type: 'integer', minimum: 1 };
export const uuid: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
export const localTime: JsonSchema = {
  type: 'string',
  format: 'local-time',
  description: 'YYYY-MM-DD HH:MM:SS, Europe/Belgrade.',
};
export const localTimeOrNull: JsonSchema = { ...localTime, type: ['string', 'null'] };

/** `{ok: true}`, with more where the route has more to say. */
export const done = (properties: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  record({ ok: { const: true }, ...properties });
