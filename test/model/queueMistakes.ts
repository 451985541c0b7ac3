import { ok } from '../../src/base/result.js';
import { Draining } from '../../src/invoicing/draining.js';
import { OfflineQueue } from '../../src/invoicing/queue.js';
import type { IssueOutcome } from '../../src/invoicing/order.js';
import { RemoteSale } from '../../src/invoicing/remote.js';
import { Till } from '../../src/invoicing/till.js';
import type { Change } from '../../src/ledger/change.js';
import { Ledger } from '../../src/ledger/ledger.js';
import type { QueuedOrder } from '../../src/ledger/queued.js';
import { Queue } from '../../src/ledger/views/queue.js';
import { instead } from '../kit/instead.js';
import type { Mistake } from './mistakes.js';

/** Another way to write to the disk where an order of the queue stands. */
function ordersWritten(otherwise: (write: () => unknown, order: QueuedOrder, queue: Queue) => unknown): Mistake {
  return () =>
    instead(Ledger.prototype, 'put', (ledger, original, [given]) => {
      const change = given as Change;
      return change.type === 'queued'
        ? otherwise(() => original(change), change.order, ledger.main.queue)
        : original(change);
    });
}

/** Takes the outcome of an order of the queue for another. */
function outcomesTaken(otherwise: (outcome: IssueOutcome) => IssueOutcome): Mistake {
  return () =>
    instead(Draining.prototype, 'ended', (_, original, [order, outcome]) =>
      original(order, otherwise(outcome as IssueOutcome)),
    );
}

/** Mistakes of which each would sign an order of the queue twice, never, or out of its turn. */
export const QUEUE_MISTAKES: Readonly<Record<string, Mistake>> = {
  'a request is told that it waits, and that is in memory only': ordersWritten((_, order, queue) => {
    queue.put(order);
    return Promise.resolve(ok(undefined));
  }),
  'a receipt whose end is not known is put into the queue too': () =>
    instead(RemoteSale.prototype, 'lookFor', async (_, original, args) => {
      const outcome = (await original(...args)) as IssueOutcome;
      return outcome.kind === 'refused' ? { ...outcome, about: 'way' } : outcome;
    }),
  'the queue issues without the key': () =>
    instead(Till.prototype, 'issueQueued', (_, original, [order]) => {
      const { request } = order as QueuedOrder;
      return original({ ...(order as QueuedOrder), request: { ...request, clientRequestId: null } });
    }),
  'whoever repeats what waits is served at once': () => {
    const standing = instead(OfflineQueue.prototype, 'standing', () => undefined);
    const find = instead(Queue.prototype, 'find', (_, original, args) => {
      const order = original(...args) as QueuedOrder | undefined;
      return order && { ...order, state: 'refused' };
    });
    return () => {
      standing();
      find();
    };
  },
  'an order is refused for good because its processor is out of reach again': outcomesTaken((outcome) =>
    outcome.kind === 'refused' && outcome.about === 'way' ? { ...outcome, about: 'receipt' } : outcome,
  ),
  'a processor that wants its PIN refuses all that waits': outcomesTaken((outcome) =>
    outcome.kind === 'refused' && outcome.about === undefined ? { ...outcome, about: 'receipt' } : outcome,
  ),
  'the last that came is issued first': () =>
    instead(Queue.prototype, 'orders', (_, original, args) =>
      [...(original(...args) as Iterable<QueuedOrder>)].reverse(),
    ),
  'one that must wait is passed over': () =>
    instead(Draining.prototype, 'issue', async (draining, original, args) => {
      const hasLeft = (await original(...args)) as boolean;
      const [order] = args as [QueuedOrder];
      const { queue } = draining['parts'].ledger.main;
      if (!hasLeft && queue.find(order.environment, order.clientRequestId) === order) queue.put(order);
      return hasLeft;
    }),
  'a receipt does not take its order out of the queue': () => instead(Queue.prototype, 'end', () => undefined),
  'what waits is left out of the snapshot': () =>
    instead(Queue.prototype, 'save', (queue, original) => {
      const open = new Map(queue['open']);
      queue['open'].clear();
      original();
      for (const [name, order] of open) queue['open'].set(name, order);
    }),
  'what was taken out comes back with a restart': ordersWritten((write, order) =>
    order.state === 'removed' ? Promise.resolve(ok(undefined)) : write(),
  ),
  'nothing is issued by itself': () => instead(Draining.prototype, 'start', () => undefined),
};
