import type { Environment, Para, UtcMs } from '../base/fiscal.js';

/** What is known of an order for as long as it is remembered: by the number on its slip its receipt is found. */
export interface QueueTicket {
  readonly environment: Environment;
  /** Its idempotency key. */
  readonly clientRequestId: string;
  /** Running number, from 1, of the box; a key keeps its number when it is queued again. */
  readonly number: number;
  readonly total: Para;
  readonly queuedAt: UtcMs;
}

/**
 * A sale that waits for its processor. `queued`: it will be issued by itself; `refused`: it will not, and its key is free
 * again; `removed`: somebody took it out. One that is issued needs no further record: its receipt names its key.
 */
export interface QueuedOrder extends QueueTicket {
  /** SHA-256 (hex) of the request, which the key is bound to. */
  readonly fingerprint: string;
  /** The `InvoiceRequest` as it was validated, of which the ledger knows nothing more; it holds no secret. */
  readonly request: object;
  readonly state: 'queued' | 'refused' | 'removed';
  /** Why it was refused; null in the other states. */
  readonly reason: string | null;
}

/** An order that has left the queue, as it is remembered for a while. */
export interface LeftOrder {
  readonly ticket: QueueTicket;
  /** The receipt; null when it was removed. */
  readonly uuid: string | null;
}
