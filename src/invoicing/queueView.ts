import type { Environment } from '../base/fiscal.js';
import type { LeftOrder, QueuedOrder, QueueTicket } from '../ledger/queued.js';
import type { Queue } from '../ledger/views/queue.js';

/** A queued order as it is shown. `issuing`: the processor is being asked, or was without a known end; `removed` and `issued` are remembered for a while. */
export interface QueueView {
  readonly order: QueueTicket;
  readonly state: QueuedOrder['state'] | 'issuing' | 'issued';
  /** Place among those of its environment that wait, from 1; null when it does not wait. */
  readonly position: number | null;
  /** The receipt; null until it is issued. */
  readonly uuid: string | null;
  /** Why it was refused. */
  readonly reason: string | null;
}

/** Waiting and refused orders of an environment, in the order of queueing. `isTaken`: is it being issued? */
export function viewsOf(queue: Queue, environment: Environment, isTaken: (order: QueuedOrder) => boolean): QueueView[] {
  let waiting = 0;
  return Array.from(queue.orders(environment), (order) => {
    const position = order.state === 'queued' ? (waiting += 1) : null;
    const state = order.state === 'queued' && isTaken(order) ? 'issuing' : order.state;
    return { order, state, position, uuid: null, reason: order.reason };
  });
}

/** One that has left the queue. */
export function viewOfLeft({ ticket, uuid }: LeftOrder): QueueView {
  return { order: ticket, state: uuid === null ? 'removed' : 'issued', position: null, uuid, reason: null };
}
