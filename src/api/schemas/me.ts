import type { JsonSchema } from '../../base/schema.js';
import { flag, listOf, localTime, positiveInteger, record, text } from './common.js';

/** What every key may do: keys are not scoped. */
export const PERMISSIONS = [
  'invoices:read',
  'invoices:write',
  'items:read',
  'items:write',
  'reports:read',
  'taxLabels:read',
  'categories:read',
] as const;

/** `GET /me`: the calling key. */
export const me: JsonSchema = record({
  key: record({
    id: positiveInteger,
    label: text,
    prefix: { ...text, description: 'The stored beginning of the key; the rest is known to nobody.' },
    active: flag,
    createdAt: localTime,
    lastUsedAt: {
      ...localTime,
      description: 'Time of the call before this one; of the making of the key on the first.',
    },
  }),
  rateLimit: record({ requests: positiveInteger, windowSeconds: positiveInteger }),
  scope: { const: 'full' },
  permissions: listOf({ type: 'string', enum: PERMISSIONS }),
  note: text,
});
