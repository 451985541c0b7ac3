import {
  defineMessages,
  failed,
  isLocalDate,
  type JsonSchema,
  LOCAL_DATE,
  ok,
  type RequestFault,
  type Result,
} from '../../base/index.js';
import { IDEMPOTENCY_KEY_PATTERN } from '../../sales/invoicing/index.js';
import { invoiceSchema } from './invoice.js';
import type { ParameterDoc, ResponseDoc } from './resource.js';

/** Documentation of parameters and responses that several routes share. */
export const uuidParameter: ParameterDoc = {
  name: 'uuid',
  in: 'path',
  description: 'The invoice; lower case only.',
  schema: { type: 'string', pattern: '^[0-9a-f-]{36}$', examples: ['019b0a3c-5f40-7c1a-9d2e-4b8f6a7c1e05'] },
};

export const dayParameter = (name: string, description: string): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', pattern: LOCAL_DATE, examples: ['2026-11-21'] },
});

export const idempotencyKey: ParameterDoc = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeat with the same key and content never issues a second invoice. Make a UUID for each sale: keys belong to the shop, and two ' +
    'tills must not use the same.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN, examples: ['7e57d004-2b97-44e7-8f5a-0b1d6f0e3c21'] },
};

/** The same header with another example, because both requests may be tried at one box. */
export const otherIdempotencyKey: ParameterDoc = {
  ...idempotencyKey,
  schema: { ...idempotencyKey.schema, examples: ['2f1c5a06-93c1-4f6e-9d43-6b0f2f9a7c55'] },
};

export const ifNoneMatch: ParameterDoc = {
  name: 'If-None-Match',
  in: 'header',
  description: 'An `ETag` of this answer, or several.',
  schema: { type: 'string', examples: ['W/"2jmj7l5rSw0yVb_vlWAYkK"'] },
};

export const etagHeader = {
  ETag: { description: 'Changes with the answer; weak.', schema: { type: 'string' } as JsonSchema },
};

export const json = (description: string, schema: JsonSchema): ResponseDoc => ({ description, schema });

export const replayHeader = {
  'Idempotency-Replayed': { description: 'Always `true`.', schema: { const: 'true' } },
};

export const replayed: ResponseDoc = {
  ...json('The invoice that an earlier request with this key has issued.', invoiceSchema),
  headers: replayHeader,
};

const MESSAGES = defineMessages('days', {
  badDay: { en: '{field} must be a calendar day, YYYY-MM-DD', sr: 'Податак {field} мора бити дан, као 2026-11-21.' },
  wrongOrder: { en: 'from must not be later than to', sr: 'Први дан је после последњег.' },
});

/** First and last day, inclusive, of a list or a report: `YYYY-MM-DD`, or the value for an absent parameter. */
export interface Days<Absent> {
  readonly from: string | Absent;
  readonly to: string | Absent;
}

/** Reads `from` and `to` of a query. Each may occur once at most. */
export function readDays<Absent extends string | undefined>(
  query: URLSearchParams,
  absent: Absent,
): Result<Days<Absent>, RequestFault> {
  for (const name of ['from', 'to']) {
    const day = query.get(name);
    if (day !== null && !isLocalDate(day)) {
      const message = MESSAGES.badDay({ field: name });
      return failed({ rule: 'query.unknown-day', field: name, message });
    }
  }
  const from: string | Absent = query.get('from') ?? absent;
  const to: string | Absent = query.get('to') ?? absent;
  if (from !== undefined && to !== undefined && from > to) {
    return failed({ rule: 'query.from-after-to', field: 'from', message: MESSAGES.wrongOrder });
  }
  return ok({ from, to });
}
