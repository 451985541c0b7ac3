import { assertNever, failed, type LocalTime, localTime, ok, type Para, type Result } from '../../base/index.js';
import type { QueueEntry, RemoveRefusal } from '../../sales/invoicing/index.js';
import { text } from './fields.js';
import { type AdminParts, operation } from './operation.js';

type QueueParts = Pick<AdminParts, 'invoicing'>;

/** A request of the active environment as displayed by `queue list`, in Belgrade time. */
export interface QueueRow {
  /** Number on the slip of the customer. */
  readonly number: number;
  /** The caller's idempotency key. */
  readonly key: string;
  readonly state: QueueEntry['state'];
  /** From 1; null when it does not wait. */
  readonly position: number | null;
  readonly time: LocalTime;
  /** Null for a caller that may not see turnover. */
  readonly total: Para | null;
  /** Why it was refused. */
  readonly reason: string | null;
}

/** A request as displayed by `queue show`. */
interface QueueDetail {
  /**
   * Null when the request left the queue long ago, or was never queued. The socket protocol uses this name for the row.
   */
  readonly line: QueueRow | null;
  /** Names of the lines, for a request that is in the queue. */
  readonly names: readonly string[];
  /** PFR number of its receipt. */
  readonly receipt: string | null;
}

/** Has fewer digits than the minimum length of an idempotency key. */
const NUMBER = /^[1-9]\d{0,6}$/;

const ABSENT = 'Nothing of this number or key waits. See: kasirbox queue list';

/** Requests that wait for the processor or were refused, in the order of issuing. */
export const listQueue = operation({
  permission: 'queue',
  isReadOnly: true,
  withoutTurnover: (rows) => rows.map(withoutTotal),
  ask: {},
  async run({ invoicing }: QueueParts): Promise<Result<readonly QueueRow[], string>> {
    return ok(invoicing.queue.list().map(queueRow));
  },
});

/**
 * Shows a request. `id`: its number, which is known for a while after it is no longer queued; or its idempotency key,
 * which always finds an issued request.
 */
export const showQueued = operation({
  permission: 'queue',
  isReadOnly: true,
  withoutTurnover: (detail: QueueDetail): QueueDetail => ({
    ...detail,
    line: detail.line && withoutTotal(detail.line),
  }),
  ask: { id: text },
  async run({ invoicing }: QueueParts, { id }): Promise<Result<QueueDetail, string>> {
    const key = keyOf({ invoicing }, id);
    const entry = invoicing.queue.get(key);
    const status = await invoicing.keyStatus(key);
    const invoice = status.state === 'issued' ? status.invoice : undefined;
    if (entry === undefined && invoice === undefined) return failed(ABSENT);
    return ok({
      line: entry === undefined ? null : queueRow(entry),
      names: invoicing.queue.request(key)?.items.map(({ name }) => name) ?? [],
      receipt: invoice?.signature.invoiceNumber ?? null,
    });
  },
});

/** Removes a request. Its sale then gets no receipt. `id`: number or idempotency key. */
export const removeQueued = operation({
  permission: 'queue',
  withoutTurnover: withoutTotal,
  ask: { id: text },
  async run({ invoicing }: QueueParts, { id }): Promise<Result<QueueRow, string>> {
    const removed = await invoicing.queue.remove(keyOf({ invoicing }, id));
    return removed.ok ? ok(queueRow(removed.value)) : failed(refusalWords(removed.error));
  },
});

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
      return assertNever(refusal);
  }
}

function keyOf({ invoicing }: QueueParts, id: string): string {
  return (NUMBER.test(id) ? invoicing.queue.keyOf(Number(id)) : undefined) ?? id;
}

function queueRow({ order, state, position, reason }: QueueEntry): QueueRow {
  const { number, clientRequestId: key, queuedAt, total } = order;
  return { number, key, state, position, time: localTime(queuedAt), total, reason };
}

function withoutTotal(row: QueueRow): QueueRow {
  return { ...row, total: null };
}
