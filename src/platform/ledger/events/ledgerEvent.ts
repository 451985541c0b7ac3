import { isFiscalType } from '../../../contract/index.js';
import type { UtcMs } from '../../../base/index.js';
import type { OrderInDoubt, SettledOrder } from '../boxEvent.js';
import { changeOf, storedRowOf } from '../change.js';
import type { Change } from '../changeTypes.js';
import type { InvoiceRow } from '../invoice.js';
import type { JobState, PrintJob } from '../job.js';
import type { QueuedOrder, StoredQueueState } from '../queuedOrder.js';
import type { RecordType } from '../record.js';
import type { LogRecord } from './eventPlace.js';

/** The final states of a print job. */
type EndedJobState = Exclude<JobState, 'queued' | 'sending'>;
const ENDED_JOB_STATES = ['printed', 'unconfirmed', 'unknown', 'cancelled'] as const satisfies readonly EndedJobState[];

/** An event for clients that follow the ledger. Names are stable; later releases may add some. */
export type EventContent =
  | { readonly type: 'invoice.issued' | 'invoice.refunded'; readonly row: InvoiceRow }
  /** The caller got the answer that the outcome is unknown. */
  | { readonly type: 'invoice.in-doubt'; readonly order: OrderInDoubt }
  | { readonly type: 'invoice.settled'; readonly order: SettledOrder }
  /** `order.settled`: a receipt or a person has settled a sale that was removed. */
  | { readonly type: `order.${StoredQueueState | 'settled'}`; readonly order: QueuedOrder }
  | { readonly type: `print-job.${EndedJobState}`; readonly job: PrintJob }
  /** A health check has failed for a while, or passes again. */
  | { readonly type: 'problem.began' | 'problem.ended'; readonly check: string }
  /** These records are unreadable; their events are lost. */
  | { readonly type: 'ledger.unreadable'; readonly firstSequence: number; readonly lastSequence: number };

export type EventType = EventContent['type'];

/** All types, in the order of the documentation. */
export const EVENT_TYPES = [
  'invoice.issued',
  'invoice.refunded',
  'invoice.in-doubt',
  'invoice.settled',
  'order.queued',
  'order.refused',
  'order.removed',
  'order.settled',
  'print-job.printed',
  'print-job.unconfirmed',
  'print-job.unknown',
  'print-job.cancelled',
  'problem.began',
  'problem.ended',
  'ledger.unreadable',
] as const satisfies readonly EventType[];

/** An event with the record that it is derived from: epoch, sequence, hash, and the hash of the previous record. */
export interface LedgerEvent {
  readonly record: LogRecord;
  /** Number of events of its record delivered once this one is. */
  readonly part: number;
  /** Clock of the box, which may be wrong; the order is by sequence. */
  readonly at: UtcMs;
  readonly content: EventContent;
}

/** Types of records that have events; other records are skipped without parsing. */
const TELLING: ReadonlySet<RecordType> = new Set(['result', 'event', 'queued', 'job']);

/** The events of a record, in order. */
export function contentsOf({ record, segment, sequence }: LogRecord): readonly EventContent[] {
  const { type } = record.head;
  const unreadable = { type: 'ledger.unreadable', firstSequence: sequence, lastSequence: sequence } as const;
  if (type === 'later') return [unreadable];
  if (!TELLING.has(type)) return [];
  try {
    // Events do not contain the buyer, and reading a body takes ten times as long as reading a row.
    if (type === 'result') return [invoiceContent(storedRowOf(record))];
    return contentsOfChange(changeOf(record, segment.dictionary));
  } catch {
    return [unreadable]; // valid checksum, but content that no release of the box has written
  }
}

function contentsOfChange(change: Change): readonly EventContent[] {
  switch (change.type) {
    case 'result':
      return [invoiceContent(change.row)];
    case 'queued':
      return [{ type: orderEvent(change.order), order: change.order }];
    case 'job':
      return change.jobs.flatMap((job) => {
        const state = ENDED_JOB_STATES.find((ended) => ended === job.state);
        return state === undefined ? [] : [{ type: `print-job.${state}` as const, job }];
      });
    case 'event':
      return contentsOfEvent(change.event);
    case 'open':
    case 'item':
    case 'items':
    case 'key':
    case 'setting':
    case 'seal':
    case 'audit':
    case 'intent':
    case 'abort':
    case 'rates':
    case 'printer':
    case 'notice':
    case 'profile':
    case 'user':
    case 'tablet':
      return [];
  }
}

function invoiceContent(row: InvoiceRow): EventContent {
  return { type: isRefund(row) ? 'invoice.refunded' : 'invoice.issued', row };
}

function orderEvent({ state, settlement }: QueuedOrder): `order.${StoredQueueState | 'settled'}` {
  return settlement === undefined ? `order.${state}` : 'order.settled';
}

function contentsOfEvent(event: Extract<Change, { type: 'event' }>['event']): readonly EventContent[] {
  switch (event.kind) {
    case 'alarm':
      return [{ type: event.isOn ? 'problem.began' : 'problem.ended', check: event.check }];
    case 'in-doubt':
      return [{ type: 'invoice.in-doubt', order: event }];
    case 'settled':
      return [{ type: 'invoice.settled', order: event }];
    case 'restart':
    case 'clock':
    case 'safe-mode':
    case 'moved':
    case 'sold-twice':
    case 'group-version':
    case 'group-in-use':
    case 'records-lost':
      return [];
    default:
      return []; // kinds of later releases
  }
}

/** A copy of a refund is not a refund. */
function isRefund({ invoiceType, transactionType }: InvoiceRow): boolean {
  return transactionType === 'Refund' && isFiscalType(invoiceType);
}
