import type { Environment } from '../../../contract/index.js';
import type { ClosedOrder, Queue, QueuedOrder, QueueState, QueueTicket } from '../../../platform/ledger/index.js';

/**
 * An order of the queue, for display. Orders that are `removed` or `issued` are no longer queued, but are listed for a
 * while.
 */
export interface QueueEntry {
  readonly order: QueueTicket;
  readonly state: QueueState;
  /** Position among the waiting orders of its environment, from 1; null when it does not wait. */
  readonly position: number | null;
  /** The uuid of its receipt; null until it is issued. */
  readonly uuid: string | null;
  /** Why it was refused. */
  readonly reason: string | null;
}

/** Waiting and refused orders of an environment, in the order of queueing. */
export function entriesOf(
  queue: Queue,
  environment: Environment,
  isBeingIssued: (order: QueuedOrder) => boolean,
): QueueEntry[] {
  let waiting = 0;
  return Array.from(queue.orders(environment), (order) => {
    const position = order.state === 'queued' ? (waiting += 1) : null;
    const state = order.state === 'queued' && isBeingIssued(order) ? 'issuing' : order.state;
    return { order, state, position, uuid: null, reason: order.reason };
  });
}

/** The entry of an order that is no longer in the queue. */
export function entryOfClosed({ ticket, uuid }: ClosedOrder): QueueEntry {
  return { order: ticket, state: uuid === null ? 'removed' : 'issued', position: null, uuid, reason: null };
}
