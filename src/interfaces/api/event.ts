import type { Environment } from '../../contract/index.js';
import { type JsonSchema, localTime, toRsd, uuidFromBytes } from '../../base/index.js';
import {
  encodePlace,
  EVENT_TYPES,
  type EventContent,
  type EventType,
  type LedgerEvent,
  type OrderInDoubt,
  placeOf,
  type QueuedOrder,
} from '../../platform/ledger/index.js';
import {
  environmentText,
  flag,
  listOf,
  localTimeText,
  localTimeTextOrNull,
  positiveInteger,
  record,
  rsd,
  text,
  textOrNull,
  uuid,
} from './schemas.js';

export const CURSOR_PATTERN = '^[A-Za-z0-9_-]{35}$';

const cursor: JsonSchema = { type: 'string', pattern: CURSOR_PATTERN };
const uuidOrNull: JsonSchema = { ...uuid, type: ['string', 'null'] };

const eventSchema: JsonSchema = {
  type: 'object',
  required: ['cursor', 'type', 'at', 'sequence'],
  properties: {
    cursor: { ...cursor, description: 'Goes on behind this event.' },
    type: {
      type: 'string',
      examples: EVENT_TYPES,
      description: `One of ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}. Later releases add types: pass over those that you do not know.`,
    },
    at: { ...localTimeText, description: 'When it was recorded, YYYY-MM-DD HH:MM:SS, Europe/Belgrade.' },
    sequence: {
      ...positiveInteger,
      description: 'Of its record in the ledger: it only grows. A record may tell several events.',
    },
    environment: { ...environmentText, description: 'With `invoice.…` and `order.…`.' },
    uuid: { ...uuidOrNull, description: 'The invoice. Null: none; `invoice.settled` with null: nothing was signed.' },
    number: {
      ...textOrNull,
      description:
        'PFR number, with `invoice.issued` and `invoice.refunded`; with `order.settled` that of the receipt, null: goods or money came back.',
    },
    invoiceType: { ...text, description: 'With `invoice.…`.' },
    transactionType: { ...text, description: 'With `invoice.…`.' },
    total: { ...rsd, description: 'RSD, 2 decimals, positive also for refunds; with `invoice.…` and `order.…`.' },
    clientRequestId: { ...textOrNull, description: 'The idempotency key; with `invoice.…` and `order.…`.' },
    referentDocumentNumber: { ...textOrNull, description: 'With `invoice.…`.' },
    createdAt: { ...localTimeText, description: 'Of the invoice, with `invoice.issued` and `invoice.refunded`.' },
    sdcDateTime: {
      ...localTimeTextOrNull,
      description: 'PFR time, with `invoice.issued` and `invoice.refunded`; null in records of earlier releases.',
    },
    attemptId: {
      ...text,
      description: 'With `invoice.in-doubt` and `invoice.settled`: the same for both events of one attempt to issue.',
    },
    orderNumber: { ...positiveInteger, description: 'On the slip of the customer, with `order.…`.' },
    printJobId: { ...positiveInteger, description: 'With `print-job.…`.' },
    printer: { ...text, description: 'Its name in the settings, with `print-job.…`.' },
    repeat: { ...flag, description: 'Does the paper say that it is a repeat? With `print-job.…`.' },
    reason: {
      ...textOrNull,
      description:
        'With `order.refused` in Serbian, with `print-job.…` a word, with `order.removed` and `order.settled` as the person wrote it.',
    },
    by: {
      ...textOrNull,
      description:
        'Person or label of the API key, with `order.removed` and `order.settled`; null in records of earlier releases.',
    },
    check: { ...text, description: 'Name of the check of `kasirbox doctor`, with `problem.…`.' },
    firstSequence: { ...positiveInteger, description: 'With `ledger.unreadable`.' },
    lastSequence: { ...positiveInteger, description: 'With `ledger.unreadable`.' },
  },
};

export const eventListSchema: JsonSchema = record({
  environment: {
    ...environmentText,
    description: 'The active one. The cursor has passed what happened in the other: keep one for each environment.',
  },
  events: listOf(eventSchema),
  cursor: { ...cursor, description: 'Pass it as `after` to go on.' },
  more: { ...flag, description: 'Is there more to read at once? True also where this page is short or empty.' },
});

/** An event in the form that the API and webhooks send. */
export function eventResponse({ record: source, part, at, content }: LedgerEvent): object {
  const cursor = encodePlace(placeOf(source, part));
  return membersOf(content, { cursor, type: content.type, at: localTime(at), sequence: source.sequence });
}

interface CommonMembers {
  readonly cursor: string;
  readonly type: EventType;
  readonly at: string;
  readonly sequence: number;
}

function membersOf(content: EventContent, common: CommonMembers): object {
  switch (content.type) {
    case 'invoice.issued':
    case 'invoice.refunded': {
      const { row } = content;
      // Members are listed one by one for speed: nearly all events are of this kind, and V8 needs a microsecond to copy
      // an object that is then extended.
      return {
        cursor: common.cursor,
        type: common.type,
        at: common.at,
        sequence: common.sequence,
        environment: row.environment,
        uuid: uuidFromBytes(row.uuid),
        number: row.invoiceNumber,
        invoiceType: row.invoiceType,
        transactionType: row.transactionType,
        total: toRsd(row.total),
        clientRequestId: row.clientRequestId,
        referentDocumentNumber: row.referentNumber,
        createdAt: localTime(row.createdAt),
        sdcDateTime: row.signedAt === null ? null : localTime(row.signedAt),
      };
    }
    case 'invoice.in-doubt':
      return { ...common, ...orderMembers(content.order, null) };
    case 'invoice.settled':
      return { ...common, ...orderMembers(content.order, content.order.uuid) };
    case 'order.queued':
    case 'order.refused':
      return { ...common, ...queuedMembers(content.order), reason: content.order.reason };
    case 'order.removed': {
      const { by = null, reason = null } = content.order.removal ?? {};
      return { ...common, ...queuedMembers(content.order), reason, by };
    }
    case 'order.settled': {
      const { by = null, reason = null, receipt = null } = content.order.settlement ?? {};
      return { ...common, ...queuedMembers(content.order), reason, by, number: receipt };
    }
    case 'print-job.printed':
    case 'print-job.unconfirmed':
    case 'print-job.unknown':
    case 'print-job.cancelled': {
      const { id, uuid: invoice, printer, repeat, reason } = content.job;
      return { ...common, printJobId: id, uuid: invoice, printer, repeat, reason };
    }
    case 'problem.began':
    case 'problem.ended':
      return { ...common, check: content.check };
    case 'ledger.unreadable':
      return { ...common, firstSequence: content.firstSequence, lastSequence: content.lastSequence };
  }
}

function queuedMembers({ environment, clientRequestId, number, total }: QueuedOrder): object {
  return { environment, clientRequestId, orderNumber: number, total: toRsd(total) };
}

function orderMembers(order: OrderInDoubt, invoice: string | null): object {
  const { requestId, environment, clientRequestId, invoiceType, transactionType, total, referentNumber } = order;
  const asked = { environment, uuid: invoice, invoiceType, transactionType, total: toRsd(total), clientRequestId };
  return { ...asked, referentDocumentNumber: referentNumber, attemptId: requestId };
}

/** True when the event belongs to this environment, or to the box itself, like print jobs and problems. */
export function isOfEnvironment(content: EventContent, environment: Environment): boolean {
  if ('row' in content) return content.row.environment === environment;
  if ('order' in content) return content.order.environment === environment;
  return true;
}
