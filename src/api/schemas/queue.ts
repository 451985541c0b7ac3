import type { JsonSchema } from '../../base/schema.js';
import { REQUEST_ID } from '../../invoicing/schema.js';
import { listOf, localTime, localTimeOrNull, positiveInteger, record, rsd, textOrNull, uuid } from './common.js';

/** Where a request stands that was queued. */
export const QUEUE_STATES = ['queued', 'issuing', 'issued', 'refused', 'removed'] as const;

const key: JsonSchema = { type: 'string', pattern: REQUEST_ID, description: 'Its idempotency key.' };

const position: JsonSchema = {
  ...positiveInteger,
  description: 'Its place among those that wait, the one that is being issued included; the first is 1.',
};

/** What `POST /invoices` with `whenOffline` answers for a request that waits. */
export const queued: JsonSchema = record({
  queued: { const: true },
  clientRequestId: key,
  position,
  queuedAt: localTime,
});

export const queueEntry: JsonSchema = record({
  clientRequestId: key,
  number: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The number on the slip of the customer. Null when it was issued long ago, or without having waited.',
  },
  state: {
    type: 'string',
    enum: QUEUE_STATES,
    description:
      '`queued`: it waits. `issuing`: it is at the processor, or its end is being looked up. `issued`: see `uuid`. ' +
      '`refused`: it is parked, for the reason given, until it is removed or sent again. `removed`: it was taken back.',
  },
  position: { ...position, type: ['integer', 'null'] },
  queuedAt: { ...localTimeOrNull, description: 'YYYY-MM-DD HH:MM:SS, Europe/Belgrade. Null where `number` is.' },
  uuid: { ...uuid, type: ['string', 'null'], description: 'Its invoice; null unless it is issued.' },
  reason: { ...textOrNull, description: 'Why it is refused, in Serbian; null in every other state.' },
  total: rsd,
});

export const queueList: JsonSchema = record({ queue: listOf(queueEntry) });
