import { type JsonSchema, localTime } from '../../../base/index.js';
import { okay } from '../../../platform/http/index.js';
import { RATE_LIMIT } from '../middleware/throttle.js';
import { json } from '../parameters.js';
import type { Resource } from '../resource.js';
import { flag, listOf, localTimeText, positiveInteger, record, text } from '../schemas.js';

/** Permissions of every key: keys have no scopes. */
const PERMISSIONS = [
  'invoices:read',
  'invoices:write',
  'items:read',
  'items:write',
  'reports:read',
  'taxLabels:read',
  'categories:read',
] as const;

const meSchema: JsonSchema = record({
  key: record({
    id: positiveInteger,
    label: text,
    prefix: { ...text, description: 'The stored beginning of the key; the rest is known to nobody.' },
    active: flag,
    createdAt: localTimeText,
    lastUsedAt: {
      ...localTimeText,
      description: 'Time of the call before this one; of the making of the key on the first.',
    },
  }),
  rateLimit: record({ requests: positiveInteger, windowSeconds: positiveInteger }),
  scope: { const: 'full' },
  permissions: listOf({ type: 'string', enum: PERMISSIONS }),
  note: text,
});

/** `GET /me`: the calling key. */
export const me = {
  tag: 'Box',
  responses: { Me: meSchema },
  routes: {
    getMe: {
      method: 'get',
      path: '/me',
      summary: 'The calling key',
      description: 'Keys are not scoped: each may do everything.',
      responses: { 200: json('The key.', meSchema) },
      handler({ state: { key } }) {
        // People on pages have no key.
        if (key === undefined) return undefined;
        return okay({
          key: {
            id: key.id,
            label: key.label,
            prefix: key.prefix,
            active: key.revokedAt === null,
            createdAt: localTime(key.createdAt),
            // The first call of a key has no earlier call, and the field is never null.
            lastUsedAt: localTime(key.lastUsedAt ?? key.createdAt),
          },
          rateLimit: { requests: RATE_LIMIT.requests, windowSeconds: RATE_LIMIT.windowSeconds },
          scope: 'full',
          permissions: PERMISSIONS,
          note: 'Keys are not scoped: every active key may call every route.',
        });
      },
    },
  },
} satisfies Resource<unknown>;
