import type { UtcMs } from '../../base/index.js';
import type { OrderInDoubt, SettledOrder } from '../boxEvent.js';
import { changeOf, storedRowOf } from '../change.js';
import type { Change } from '../changeTypes.js';
import type { InvoiceRow } from '../invoice.js';
import type { JobState, PrintJob } from '../job.js';
import type { QueuedOrder, StoredQueueState } from '../queuedOrder.js';
import type { RecordType } from '../record.js';
import type { LogRecord } from './logRecord.js';

/** The states of a print job that are its last. */
type EndedJobState = Exclude<JobState, 'queued' | 'sending'>;
const ENDED_JOB_STATES = ['printed', 'unconfirmed', 'unknown', 'cancelled'] as const satisfies readonly EndedJobState[];

/** What a record tells whoever follows the ledger. Names are stable; later releases add some. */
export type EventContent =
  | { readonly type: 'invoice.issued' | 'invoice.refunded'; readonly row: InvoiceRow }
  /** The caller was told that the outcome is not known. */
  | { readonly type: 'invoice.in-doubt'; readonly order: OrderInDoubt }
  | { readonly type: 'invoice.settled'; readonly order: SettledOrder }
  /** `order.settled`: a receipt or a person has settled a sale that was removed. */
  | { readonly type: `order.${StoredQueueState | 'settled'}`; readonly order: QueuedOrder }
  | { readonly type: `print-job.${EndedJobState}`; readonly job: PrintJob }
  /** A health check has failed for a while, or passes again. */
  | { readonly type: 'problem.began' | 'problem.ended'; readonly check: string }
  /** These records cannot be read any more; what they told is lost. */
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

/** An event with the record that it is derived from: epoch, sequence, hash, and the hash of the record before. */
export interface LedgerEvent {
  readonly record: LogRecord;
  /** How many events of its record are given when this one is. */
  readonly part: number;
  /** By the clock of the box, which may be wrong; order is by sequence. */
  readonly at: UtcMs;
  readonly content: EventContent;
}

/** Types of records that tell something; the others are passed without being read. */
const TELLING: ReadonlySet<RecordType> = new Set(['result', 'event', 'queued', 'job']);

/** What a record tells, in order. */
export function contentsOf({ record, segment, sequence }: LogRecord): readonly EventContent[] {
  const { type } = record.head;
  const unreadable = { type: 'ledger.unreadable', firstSequence: sequence, lastSequence: sequence } as const;
  if (type === 'later') return [unreadable];
  if (!TELLING.has(type)) return [];
  try {
    // Nobody is told of the buyer, and a body takes ten times as long to read as a row.
    if (type === 'result') return [invoiceContent(storedRowOf(record))];
    return contentsOfChange(changeOf(record, segment.dictionary));
  } catch {
    return [unreadable]; // a right checksum over a content that the box has never written
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

/** A copy of a refund is no refund. */
function isRefund({ invoiceType, transactionType }: InvoiceRow): boolean {
  return transactionType === 'Refund' && (invoiceType === 'Normal' || invoiceType === 'Advance');
}
