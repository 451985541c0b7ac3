import type { LocalTime, Para } from '../base/fiscal.js';
import { failed, never, ok } from '../base/result.js';
import { localTime } from '../base/time.js';
import type { QueueView, RemoveRefusal } from '../invoicing/queue.js';
import type { InvoiceRequest } from '../invoicing/validate.js';
import type { AdminParts, Ask, Reply } from './operations.js';

/** A request of the active environment as `queue list` shows it; its time is of Belgrade. */
export interface QueuedLine {
  /** As on the slip of the customer. */
  readonly number: number;
  /** The caller's idempotency key. */
  readonly key: string;
  readonly state: QueueView['state'];
  /** From 1; null when it does not wait. */
  readonly position: number | null;
  readonly time: LocalTime;
  readonly total: Para;
  /** Why it was refused. */
  readonly reason: string | null;
}

/** The same as `queue show` shows it. */
export interface QueuedDetail {
  /** Null when it left the queue long ago, or has never waited. */
  readonly line: QueuedLine | null;
  /** What is to be sold, of one that is in the queue. */
  readonly names: readonly string[];
  /** PFR number of its receipt. */
  readonly receipt: string | null;
}

/** Has fewer digits than an idempotency key has characters. */
const NUMBER = /^[1-9]\d{0,6}$/;

const ABSENT = 'Nothing of this number or key waits. See: kasirbox queue list';

export async function queueLines({ till }: AdminParts): Promise<Reply<'queue.list'>> {
  return ok(till.queue.list().map(lineOf));
}

/** `id`: number, also for a while after it has left the queue; or idempotency key, under which an issued one is always found. */
export async function showQueued(parts: AdminParts, { id }: Ask<'queue.show'>): Promise<Reply<'queue.show'>> {
  const { ledger, settings, till } = parts;
  const { environment } = settings.now;
  const key = keyOf(parts, id);
  const view = till.queue.get(key);
  const invoice = await ledger.invoiceByRequest(environment, key);
  if (view === undefined && invoice === undefined) return failed(ABSENT);
  const request = ledger.main.queue.find(environment, key)?.request as InvoiceRequest | undefined;
  return ok({
    line: view === undefined ? null : lineOf(view),
    names: request?.items.map(({ name }) => name) ?? [],
    receipt: invoice?.signature.invoiceNumber ?? null,
  });
}

/** Takes a request back. What was sold gets no receipt then. */
export async function removeQueued(parts: AdminParts, { id }: Ask<'queue.remove'>): Promise<Reply<'queue.remove'>> {
  const removed = await parts.till.queue.remove(keyOf(parts, id));
  return removed.ok ? ok(lineOf(removed.value)) : failed(refusalWords(removed.error));
}

function refusalWords(refusal: RemoveRefusal): string {
  switch (refusal) {
    case 'absent':
      return ABSENT;
    case 'issuing':
      return 'It is being issued and cannot be removed. Look again: kasirbox queue list';
    case 'issued':
      return 'It was issued and cannot be removed. Refund its receipt.';
    case 'full':
    case 'damaged':
    case 'broken':
      return `The removal could not be stored (${refusal}). Run: kasirbox doctor`;
    default:
      return never(refusal);
  }
}

function keyOf({ till }: AdminParts, id: string): string {
  return (NUMBER.test(id) ? till.queue.keyOf(Number(id)) : undefined) ?? id;
}

function lineOf({ order, state, position, reason }: QueueView): QueuedLine {
  const { number, clientRequestId: key, queuedAt, total } = order;
  return { number, key, state, position, time: localTime(queuedAt), total, reason };
}
