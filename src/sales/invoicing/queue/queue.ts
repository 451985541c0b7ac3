import { type Environment, ENVIRONMENTS, isFiscalType } from '../../../contract/index.js';
import { type Explanation, failed, ok, type Result, TaskQueue } from '../../../base/index.js';
import { type ReceiptPrinting, targetsOf } from '../../../paper/printing/index.js';
import { waitingSlip } from '../../../paper/slips/index.js';
import type { Queue, QueuedOrder, Removal, StorageFailure } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import type { Prepared } from '../draft/prepared.js';
import type { InvoiceRequest } from '../draft/validate.js';
import type { KeyStatus } from '../issue/keyStatus.js';
import type { NotIssued, Queued, Refused } from '../issue/order.js';
import type { RequestKey } from '../issue/requestKey.js';
import { entriesOf, entryOfClosed, type QueueEntry } from './queueEntry.js';
import { decodeRequest } from './storedRequest.js';
import { QUEUE_TEXTS, QueueWorker, type QueueWorkerDeps } from './queueWorker.js';
import { SalesWithoutReceipt } from './withoutReceipt.js';

export type { QueueEntry } from './queueEntry.js';

type QueueDeps = Omit<QueueWorkerDeps, 'park'> & WaitingSlipDeps;

/** A sale that could not be sent. */
interface UnsentSale {
  readonly environment: Environment;
  readonly key: RequestKey;
  readonly request: InvoiceRequest;
  readonly prepared: Prepared;
  /** The refusal that its caller gets when it is not queued. */
  readonly refused: Refused;
  /** Names the API request in the log. */
  readonly logRef: string;
  /** Number of the API key of the caller; null when the box itself issues the order. */
  readonly apiKey: number | null;
}

/** Why nothing was removed. */
export type RemoveRefusal = 'absent' | 'issuing' | 'issued' | StorageFailure;

/** Maximum size of all requests together, characters of JSON. They are in memory, also on the smallest board. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Sales that wait for a processor that could not be reached. Each is on the disk before its caller gets an answer. It
 * is issued later under its own key, like any other sale, and therefore becomes exactly one receipt.
 */
export class OfflineQueue {
  /** Removed orders without a receipt. */
  readonly withoutReceipt: SalesWithoutReceipt;
  private readonly additions = new TaskQueue();
  private readonly workers: Readonly<Record<Environment, QueueWorker>>;

  constructor(private readonly deps: QueueDeps) {
    const workerOf = (environment: Environment): QueueWorker =>
      new QueueWorker(environment, { ...deps, park: (order, reason) => this.park(order, reason) });
    this.workers = { sandbox: workerOf('sandbox'), production: workerOf('production') };
    this.withoutReceipt = new SalesWithoutReceipt(deps, (order) => this.workers[order.environment].add(order));
  }

  /** Waiting and refused orders of the active environment, in the order of queueing. */
  list(): readonly QueueEntry[] {
    return this.entries(this.environment);
  }

  /**
   * The order of the active environment with this idempotency key. Orders that have left the queue are found for a
   * while.
   */
  get(clientRequestId: string): QueueEntry | undefined {
    return this.entryOf(this.environment, clientRequestId);
  }

  /**
   * The request of a waiting or refused order of the active environment. Undefined also when its stored form is
   * unknown.
   */
  request(clientRequestId: string): InvoiceRequest | undefined {
    const order = this.queue.find(this.environment, clientRequestId);
    const request = order && decodeRequest(order);
    return request?.ok === true ? request.value : undefined;
  }

  /**
   * Idempotency key of the order of the active environment whose slip has this number, as long as {@link get} finds it.
   */
  keyOf(number: number): string | undefined {
    return this.queue.numbered(this.environment, number)?.clientRequestId;
  }

  /**
   * Removes an order of the active environment from the queue, durably: it will not be issued, and its key is free.
   * `absent`: there is no such order, or it was removed before. `issuing`: it is being issued, or may have been signed.
   */
  async remove(
    clientRequestId: string,
    { by, reason }: Pick<Removal, 'by' | 'reason'>,
  ): Promise<Result<QueueEntry, RemoveRefusal>> {
    const { environment } = this;
    const order = this.queue.find(environment, clientRequestId);
    if (order === undefined) {
      const isIssued = (this.queue.left(environment, clientRequestId)?.uuid ?? null) !== null;
      return failed(isIssued ? 'issued' : 'absent');
    }
    const { keys, locks } = this.deps;
    if (!isRemovable(keys.inMemory(environment, { id: clientRequestId }))) return failed('issuing');
    const removal: Removal = { by, reason, at: this.deps.clock.now() };
    const record = (): Promise<Result<void, StorageFailure>> =>
      this.record({ ...order, state: 'removed', reason: null, removal });
    const removed = await locks.holdKey(environment, clientRequestId, 'removal', record);
    if (!removed.ok) return removed;
    this.deps.log('queue.removed', { number: order.number, environment });
    const entry = this.entryOf(environment, clientRequestId);
    return entry === undefined ? failed('absent') : ok(entry);
  }

  /** Starts issuing the waiting orders whenever their processor can be reached. */
  start(): void {
    for (const environment of ENVIRONMENTS) this.workers[environment].start();
  }

  /**
   * Refuses all waiting orders, durably; false when the disk could not record that. For a restored box: the box that
   * was backed up may have issued them since, and no processor can report that. Call it before {@link start}.
   */
  async parkRestored(): Promise<boolean> {
    for (const environment of ENVIRONMENTS) {
      const waiting = [...this.queue.orders(environment)].filter(({ state }) => state === 'queued');
      for (const order of waiting) if (!(await this.park(order, QUEUE_TEXTS.restored))) return false;
    }
    return true;
  }

  async stop(): Promise<void> {
    await Promise.all(ENVIRONMENTS.map((environment) => this.workers[environment].stop()));
  }

  /**
   * Queues a sale, if the settings allow it and there is room. The sale is on the disk when this resolves to `queued`.
   */
  add(unsent: UnsentSale): Promise<Queued | NotIssued> {
    // One at a time: each gets its own number, and together they do not exceed the limit.
    return this.additions.run(async () => {
      const { environment, key, request, prepared, refused, logRef, apiKey } = unsent;
      const { enabled, maxCount } = this.deps.settings.now.offlineQueue;
      const { queue } = this;
      const notQueued = ({ rule, message, messageEn }: Explanation): Refused => ({
        kind: 'refused',
        rule,
        message: `${refused.message} ${message}`,
        messageEn: `${refused.messageEn} ${messageEn}`,
      });
      if (!enabled) return notQueued(QUEUE_TEXTS.off);
      const before = queue.find(environment, key.id);
      const isFull = before === undefined && queue.count >= maxCount;
      // A refused order counts against the limit too: its key may be sent again with a far longer request.
      if (isFull || queue.characters >= MAX_CHARACTERS) return notQueued(QUEUE_TEXTS.full);
      const known = before ?? queue.left(environment, key.id)?.ticket;
      const settledBy = this.settledBy(environment, key.id);
      // A document that would not settle the sale of its key is an order of its own, so that the sale stays listed.
      const isOther = queue.leavesSale({ environment, clientRequestId: key.id }, prepared.draft);
      const order: QueuedOrder = {
        environment,
        clientRequestId: key.id,
        fingerprint: key.fingerprint,
        number: known === undefined || isOther ? queue.nextNumber : known.number,
        total: prepared.draft.total,
        request,
        queuedAt: this.deps.clock.now(),
        isSale: isFiscalType(prepared.draft.invoiceType),
        transactionType: prepared.draft.transactionType,
        ...(apiKey !== null && { apiKey }),
        ...(settledBy !== undefined && { settledBy }),
        state: 'queued',
        reason: null,
      };
      const recorded = await this.deps.ledger.put({ type: 'queued', order });
      if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
      this.workers[environment].add(order);
      this.deps.log('queue.added', { request: logRef, number: order.number, environment });
      printWaitingSlip(this.deps, order, request, prepared);
      return this.queued(order);
    });
  }

  private async park(order: QueuedOrder, reason: string): Promise<boolean> {
    const parked = await this.record({ ...order, state: 'refused', reason });
    if (parked.ok) this.deps.log('queue.refused', { number: order.number, environment: order.environment });
    return parked.ok;
  }

  private record(order: QueuedOrder): Promise<Result<void, StorageFailure>> {
    return this.deps.ledger.put({ type: 'queued', order });
  }

  /** PFR number of the receipt by which a person has settled the sale that was removed under this key. */
  settledBy(environment: Environment, clientRequestId: string): string | undefined {
    const waiting = this.queue.find(environment, clientRequestId);
    return (waiting ?? this.queue.left(environment, clientRequestId))?.settledBy;
  }

  /** The outcome of a request whose sale is in the queue. */
  queued(order: QueuedOrder): Queued {
    const { environment, clientRequestId } = order;
    const entry = this.entryOf(environment, clientRequestId);
    // It must still be in the queue: no other code ran since it was found there.
    if (entry === undefined) throw new Error(`order ${order.number} is not in the queue`);
    return { kind: 'queued', entry };
  }

  private entryOf(environment: Environment, clientRequestId: string): QueueEntry | undefined {
    const open = this.entries(environment).find(({ order }) => order.clientRequestId === clientRequestId);
    const closedOrder = this.queue.left(environment, clientRequestId);
    return open ?? (closedOrder && entryOfClosed(closedOrder));
  }

  private entries(environment: Environment): QueueEntry[] {
    return entriesOf(this.queue, environment, (order) => this.deps.keys.isBeingIssued(order));
  }

  private get queue(): Queue {
    return this.deps.ledger.main.queue;
  }

  private get environment(): Environment {
    return this.deps.settings.now.environment;
  }
}

/**
 * An order can be removed only when no other work than a removal is in progress and the processor was not asked to sign
 * it.
 */
function isRemovable(status: KeyStatus): boolean {
  if (status.state === 'at work') return status.work.by === 'removal';
  return status.state === 'queued' ? !status.isIssuing : status.state === 'free';
}

interface WaitingSlipDeps {
  readonly settings: Pick<Settings, 'now'>;
  readonly receiptPrinting: Pick<ReceiptPrinting, 'printInfo'>;
}

/** Prints a slip for the customer of a sale that was just queued, on the first printer that would print the receipt. */
export function printWaitingSlip(
  { settings, receiptPrinting }: WaitingSlipDeps,
  order: QueuedOrder,
  { print }: InvoiceRequest,
  { draft }: Prepared,
): void {
  const { offlineQueue, printers, company } = settings.now;
  const [printer] = targetsOf(printers, draft.invoiceType, print);
  // The sale is on the disk: it is not refused because its slip cannot be printed.
  if (offlineQueue.printSlip && printer !== undefined)
    receiptPrinting.printInfo(waitingSlip({ ...order, payments: draft.payments, company }), printer.name);
}
