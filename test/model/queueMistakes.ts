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
export const QUEUE_MISTAKES = {
  'a queued order is only in memory': ordersWritten((_, order, queue) => {
    queue.put(order);
    return Promise.resolve(ok(undefined));
  }),
  'an order of unknown outcome is queued as well': () =>
    instead(RemoteSigning.prototype, 'lookUpNow', async (_, original, args) => {
      const outcome = (await original(...args)) as IssueOutcome;
      return outcome.kind === 'refused' ? { ...outcome, about: 'unreachable' } : outcome;
    }),
  'the queue issues without the key': () =>
    instead(Issuer.prototype, 'issueHoldingKey', (_, original, [order, caller]) =>
      original(caller === 'queue' ? { ...(order as Order), key: null } : order, caller),
    ),
  'a repeat of a queued order is issued at once': () => instead(KeyStatuses.prototype, 'queued', () => undefined),
  'a queued order is refused when its processor becomes unreachable again': outcomesTaken((outcome) =>
    outcome.kind === 'refused' && outcome.about === 'unreachable' ? { ...outcome, about: 'receipt' } : outcome,
  ),
  'queued orders are refused when the processor requires its PIN': outcomesTaken((outcome) =>
    outcome.kind === 'refused' && outcome.about === undefined ? { ...outcome, about: 'receipt' } : outcome,
  ),
  'the newest queued order is issued first': () =>
    instead(Queue.prototype, 'orders', (_, original, args) =>
      [...(original(...args) as Iterable<QueuedOrder>)].reverse(),
    ),
  'an order that must wait is overtaken': () =>
    instead(QueueWorker.prototype, 'issue', async (worker, original, args) => {
      const end = await original(...args);
      const [order] = args as [QueuedOrder];
      const { queue } = worker['deps'].ledger.main;
      if ((end === 'refused' || end === 'unreached') && queue.find(order.environment, order.clientRequestId) === order)
        queue.put(order);
      return end;
    }),
  'an issued order stays in the queue': () => instead(Queue.prototype, 'end', () => undefined),
  'a snapshot lacks queued orders': () =>
    instead(Queue.prototype, 'save', (queue, original) => {
      const open = new Map(queue['open']);
      queue['open'].clear();
      original();
      for (const [name, order] of open) queue['open'].set(name, order);
    }),
  'a removed order is queued again after a restart': ordersWritten((write, order) =>
    order.state === 'removed' ? Promise.resolve(ok(undefined)) : write(),
  ),
  'no queued order is issued in the background': () => instead(QueueWorker.prototype, 'start', () => undefined),
} satisfies Readonly<Record<string, Mistake>>;
