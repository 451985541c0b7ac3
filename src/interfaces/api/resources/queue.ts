import {
  assertNever,
  isReason,
  type JsonSchema,
  localTime,
  MAX_REASON,
  toRsd,
  defineMessages,
} from '../../../base/index.js';
import { errorResponse, type HttpResponse, okay } from '../../../platform/http/index.js';
import { type QueueEntry, type RemoveRefusal, IDEMPOTENCY_KEY_PATTERN } from '../../../sales/invoicing/index.js';
import type { IssuedInvoice, QueueState } from '../../../platform/ledger/index.js';
import { json } from '../parameters.js';
import { missing, storageError } from '../commonErrors.js';
import { warningList } from '../invoice.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { ApiContext, ParameterDoc, Resource } from '../resource.js';
import {
  listOf,
  localTimeText,
  localTimeTextOrNull,
  positiveInteger,
  record,
  rsd,
  textOrNull,
  uuid,
} from '../schemas.js';

const MESSAGES = defineMessages('queueApi', {
  badReason: {
    en: 'reason must have 3 to {most} printable characters on one line',
    sr: 'Разлог има од 3 до {most} видљивих знакова у једном реду.',
  },
  issuing: {
    en: 'The request is being issued and cannot be removed. Ask again where it stands.',
    sr: 'Рачун се управо издаје и не може да се уклони. Погледајте поново.',
  },
  issued: {
    en: 'The request was issued and cannot be removed. Refund its invoice.',
    sr: 'Рачун је издат и не може да се уклони. Рефундирајте га.',
  },
});

/** In the established order of the API document. A missing state does not compile. */
const STATES = Object.keys({
  queued: true,
  issuing: true,
  issued: true,
  refused: true,
  removed: true,
} satisfies Record<QueueState, true>);

const key: JsonSchema = { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN, description: 'Its idempotency key.' };

const position: JsonSchema = {
  ...positiveInteger,
  description: 'Its place among those that wait, the one that is being issued included; the first is 1.',
};

/** The response of `POST /invoices` with `whenOffline` to a request that was queued. */
export const queuedSchema: JsonSchema = record(
  { queued: { const: true }, clientRequestId: key, position, queuedAt: localTimeText },
  { warnings: warningList },
);

const queueEntry: JsonSchema = record({
  clientRequestId: key,
  number: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The number on the slip of the customer. Null when it was issued long ago, or without having waited.',
  },
  state: {
    type: 'string',
    enum: STATES,
    description:
      '`queued`: it waits. `issuing`: it is at the processor, or its end is being looked up. `issued`: see `uuid`. ' +
      '`refused`: it is parked, for the reason given, until it is removed or sent again. `removed`: it was taken back.',
  },
  position: { ...position, type: ['integer', 'null'] },
  queuedAt: { ...localTimeTextOrNull, description: 'YYYY-MM-DD HH:MM:SS, Europe/Belgrade. Null where `number` is.' },
  uuid: { ...uuid, type: ['string', 'null'], description: 'Its invoice; null unless it is issued.' },
  reason: { ...textOrNull, description: 'Why it is refused, in Serbian; null in every other state.' },
  total: rsd,
});

const queueList: JsonSchema = record({ queue: listOf(queueEntry) });

const keyParameter: ParameterDoc = {
  name: 'clientRequestId',
  in: 'path',
  description: 'The idempotency key of the request.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN, examples: ['7e57d004-2b97-44e7-8f5a-0b1d6f0e3c21'] },
};

const reasonParameter: ParameterDoc = {
  name: 'reason',
  in: 'query',
  description: 'Why it is taken back; recorded with the label of the API key.',
  schema: { type: 'string', minLength: 3, maxLength: MAX_REASON, examples: ['The buyer returned the goods.'] },
};

/** Requests that wait until the processor can be reached; see `whenOffline` of `POST /invoices`. */
export const queue = {
  tag: 'Queue',
  responses: { Queued: queuedSchema, QueueEntry: queueEntry, QueueList: queueList },
  routes: {
    listQueue: {
      method: 'get',
      path: '/queue',
      summary: 'Requests that wait for the processor, and those that it has refused',
      description: 'Of the active environment, in the order in which they came, which is that of issuing.',
      responses: { 200: json('All of them.', queueList) },
      handler: (_ctx, { invoicing }) => okay({ queue: invoicing.queue.list().map(queueEntryResponse) }),
    },
    getQueued: {
      method: 'get',
      path: '/queue/{clientRequestId}',
      summary: 'Where one request stands',
      description:
        'One that was issued, from the queue or at once, is `issued`. A removed one is forgotten after a while.',
      parameters: [keyParameter],
      responses: { 200: json('The request.', queueEntry) },
      errors: [404],
      async handler(ctx, deps) {
        const key = keyIn(ctx);
        const entry = deps.invoicing.queue.get(key);
        if (entry !== undefined) return okay(queueEntryResponse(entry));
        const invoice = await issuedUnder(key, deps);
        return invoice === undefined
          ? missing('Request', deps.ledger, ctx.state.id)
          : okay(issuedEntryResponse(invoice, key));
      },
    },
    removeQueued: {
      method: 'delete',
      path: '/queue/{clientRequestId}',
      summary: 'Take a request back before it is issued',
      description:
        'Its key is free then. One that is being issued or was issued cannot be taken back: 422; an issued one is refunded. ' +
        'A sale is then listed on the box as sold without a receipt, until a receipt is issued under its key or a person settles it.',
      parameters: [keyParameter, reasonParameter],
      responses: { 200: json('The request as it was removed.', queueEntry) },
      errors: [404, 422],
      async handler(ctx, deps) {
        const key = keyIn(ctx);
        const { caller, query } = ctx.state;
        const reason = query.get('reason');
        if (reason !== null && !isReason(reason)) return badReason();
        const by = caller.cashier ?? ctx.state.key?.label ?? `${caller.id}`;
        const removed = await deps.invoicing.queue.remove(key, { by, reason });
        if (removed.ok) return okay(queueEntryResponse(removed.value));
        const isIssued = removed.error === 'absent' && (await issuedUnder(key, deps)) !== undefined;
        return notRemovedResponse(isIssued ? 'issued' : removed.error, deps.ledger, ctx.state.id);
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'invoicing'>>;

/** The pattern of the path admits only keys that can be decoded. */
function keyIn({ params }: ApiContext): string {
  return decodeURIComponent(params.clientRequestId ?? '');
}

/** The invoice that was issued under an idempotency key of the active environment. */
async function issuedUnder(
  key: string,
  { invoicing }: Pick<ResourceDeps, 'invoicing'>,
): Promise<IssuedInvoice | undefined> {
  const status = await invoicing.keyStatus(key);
  return status.state === 'issued' ? status.invoice : undefined;
}

function queueEntryResponse({ order, state, position, uuid, reason }: QueueEntry): object {
  const { clientRequestId, number, queuedAt, total } = order;
  const place = { clientRequestId, number, state, position, queuedAt: localTime(queuedAt) };
  return { ...place, uuid, reason, total: toRsd(total) };
}

/** The entry of an invoice that was never queued, or that the queue no longer lists. */
function issuedEntryResponse({ uuid, draft }: IssuedInvoice, clientRequestId: string): object {
  const place = { clientRequestId, number: null, state: 'issued', position: null, queuedAt: null };
  return { ...place, uuid, reason: null, total: toRsd(draft.total) };
}

function badReason(): HttpResponse {
  const message = MESSAGES.badReason({ most: MAX_REASON });
  return errorResponse('validation', message, { rule: 'queue.bad-reason', field: 'reason' });
}

/** 422 is the only public error for something that is not in the state it would have to be in. */
function notRemovedResponse(why: RemoveRefusal, ledger: ResourceDeps['ledger'], requestId: string): HttpResponse {
  switch (why) {
    case 'absent':
      return missing('Request', ledger, requestId);
    case 'issuing':
      return errorResponse('validation', MESSAGES.issuing, { rule: 'queue.being-issued', field: 'clientRequestId' });
    case 'issued':
      return errorResponse('validation', MESSAGES.issued, {
        ...{ rule: 'queue.issued', field: 'clientRequestId' },
      });
    case 'full':
    case 'damaged':
    case 'broken':
      return storageError(why, requestId);
    default:
      return assertNever(why);
  }
}
