import { ok } from '../../src/base/result.js';
import { QueueWorker } from '../../src/sales/invoicing/queue/queueWorker.js';
import type { IssueOutcome, Order } from '../../src/sales/invoicing/issue/order.js';
import { RemoteSigning } from '../../src/sales/invoicing/issue/remoteSigning.js';
import { Issuer } from '../../src/sales/invoicing/issue/issuer.js';
import { KeyStatuses } from '../../src/sales/invoicing/issue/keyStatus.js';
import type { Change } from '../../src/platform/ledger/changeTypes.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import type { QueuedOrder } from '../../src/platform/ledger/queuedOrder.js';
import { Queue } from '../../src/platform/ledger/views/queue.js';
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
    instead(QueueWorker.prototype, 'ended', (_, original, [order, outcome]) =>
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
    instead(RemoteSigning.prototype, 'lookUpNow', async (_, original, args) => {
      const outcome = (await original(...args)) as IssueOutcome;
      return outcome.kind === 'refused' ? { ...outcome, about: 'unreachable' } : outcome;
    }),
  'the queue issues without the key': () =>
    instead(Issuer.prototype, 'issueHoldingKey', (_, original, [order, caller]) =>
      original(caller === 'queue' ? { ...(order as Order), key: null } : order, caller),
    ),
  'whoever repeats what waits is served at once': () => instead(KeyStatuses.prototype, 'queued', () => undefined),
  'an order is refused for good because its processor is out of reach again': outcomesTaken((outcome) =>
    outcome.kind === 'refused' && outcome.about === 'unreachable' ? { ...outcome, about: 'receipt' } : outcome,
  ),
  'a processor that wants its PIN refuses all that waits': outcomesTaken((outcome) =>
    outcome.kind === 'refused' && outcome.about === undefined ? { ...outcome, about: 'receipt' } : outcome,
  ),
  'the last that came is issued first': () =>
    instead(Queue.prototype, 'orders', (_, original, args) =>
      [...(original(...args) as Iterable<QueuedOrder>)].reverse(),
    ),
  'one that must wait is passed over': () =>
    instead(QueueWorker.prototype, 'issue', async (worker, original, args) => {
      const end = await original(...args);
      const [order] = args as [QueuedOrder];
      const { queue } = worker['deps'].ledger.main;
      if ((end === 'refused' || end === 'unreached') && queue.find(order.environment, order.clientRequestId) === order)
        queue.put(order);
      return end;
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
  'nothing is issued by itself': () => instead(QueueWorker.prototype, 'start', () => undefined),
};
