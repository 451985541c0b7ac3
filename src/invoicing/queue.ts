import { type Environment, ENVIRONMENTS } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import type { StorageFailure } from '../ledger/entry.js';
import type { QueuedOrder } from '../ledger/queued.js';
import type { Queue } from '../ledger/views/queue.js';
import { Draining, type DrainingParts } from './draining.js';
import type { RequestKey } from './fingerprint.js';
import { refusals } from './messages.js';
import type { NotIssued, Prepared, Queued, Refused } from './order.js';
import { QUEUE_TEXTS } from './queueTexts.js';
import { type QueueView, viewOfLeft, viewsOf } from './queueView.js';
import type { InvoiceRequest } from './validate.js';
import { handOutSlip, type WaitingSlipParts } from './waitingSlip.js';

export type { QueueView } from './queueView.js';

export type QueueParts = Omit<DrainingParts, 'removal' | 'park'> &
  WaitingSlipParts & {
    /** Is a request with this key being worked on? */
    readonly isAtWork: (environment: Environment, clientRequestId: string) => boolean;
  };

/** A sale that could not be sent. */
export interface Unsent {
  readonly environment: Environment;
  readonly key: RequestKey;
  readonly request: InvoiceRequest;
  readonly prepared: Prepared;
  /** What its caller is told when it is not kept. */
  readonly refused: Refused;
  /** Names the API request in the log. */
  readonly askedBy: string;
}

/** Why nothing was removed. */
export type RemoveRefusal = 'absent' | 'issuing' | 'issued' | StorageFailure;

/** All requests together, characters of JSON: they are in memory, also on the smallest board. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Sales that wait for a processor that could not be reached. Each is on the disk before its caller is answered, and is
 * issued in its turn under its own key, by the same way as any other: that makes it one receipt, whatever happens.
 */
export class OfflineQueue {
  private readonly changes = new Serial();
  /** By name; they are over when their promises are kept. */
  private readonly removals = new Map<string, Promise<unknown>>();
  private readonly draining: Readonly<Record<Environment, Draining>>;

  constructor(private readonly parts: QueueParts) {
    const draining = (environment: Environment): Draining =>
      new Draining(environment, {
        ...parts,
        removal: ({ clientRequestId }) => this.removal(environment, clientRequestId),
        park: (order, reason) => this.park(order, reason),
      });
    this.draining = { sandbox: draining('sandbox'), production: draining('production') };
  }

  /** Waiting and refused orders of the active environment, in the order of queueing. */
  list(): readonly QueueView[] {
    return this.views(this.environment);
  }

  /** An order of the active environment under its idempotency key, also for a while after it has left the queue. */
  get(clientRequestId: string): QueueView | undefined {
    return this.viewOf(this.environment, clientRequestId);
  }

  /** Idempotency key of the order of the active environment whose slip bears a number, as long as {@link get} knows it. */
  keyOf(number: number): string | undefined {
    return this.queue.numbered(this.environment, number)?.clientRequestId;
  }

  /**
   * Takes an order of the active environment out of the queue, durably: it will not be issued, and its key is free.
   * `absent`: there is none, or it was removed before; `issuing`: the processor is being asked for it, or may have signed it.
   */
  async remove(clientRequestId: string): Promise<Result<QueueView, RemoveRefusal>> {
    const { environment } = this;
    const order = this.queue.find(environment, clientRequestId);
    if (order === undefined) {
      const isIssued = (this.queue.left(environment, clientRequestId)?.uuid ?? null) !== null;
      return failed(isIssued ? 'issued' : 'absent');
    }
    if (this.isIssuing(order) || this.parts.isAtWork(environment, clientRequestId)) {
      return failed('issuing');
    }
    const name = nameOf(order);
    const removal = this.record({ ...order, state: 'removed', reason: null });
    this.removals.set(name, removal);
    const removed = await removal.finally(() => this.removals.delete(name));
    if (!removed.ok) return removed;
    this.parts.log('queue.removed', { number: order.number, environment });
    const view = this.viewOf(environment, clientRequestId);
    return view === undefined ? failed('absent') : ok(view);
  }

  /** Issues by itself from now on whatever waits. */
  start(): void {
    for (const environment of ENVIRONMENTS) this.draining[environment].start();
  }

  /**
   * Refuses all that wait, durably; false when the disk did not take that. For a box that was restored: the one from which the
   * backup came may have issued them since, which no processor can be asked for. To be called before {@link start}.
   */
  async parkRestored(): Promise<boolean> {
    for (const environment of ENVIRONMENTS) {
      const waiting = [...this.queue.orders(environment)].filter(({ state }) => state === 'queued');
      for (const order of waiting) if (!(await this.park(order, QUEUE_TEXTS.restored))) return false;
    }
    return true;
  }

  async stop(): Promise<void> {
    await Promise.all(ENVIRONMENTS.map((environment) => this.draining[environment].stop()));
  }

  /** The removal of a key, while it is being written: until then nobody may use it. */
  removal(environment: Environment, clientRequestId: string): Promise<unknown> | undefined {
    return this.removals.get(nameOf({ environment, clientRequestId }));
  }

  /** What a request is told whose key waits in the queue; undefined when it does not. */
  standing(environment: Environment, key: RequestKey): Queued | NotIssued | undefined {
    const order = this.queue.find(environment, key.id);
    if (order?.state !== 'queued') return undefined;
    if (order.fingerprint !== key.fingerprint) return { kind: 'invalid', error: refusals.keyUsedForOther() };
    return this.queued(order);
  }

  /** Keeps a sale for later, if the settings allow it and there is room. It is on the disk when this resolves so. */
  add(unsent: Unsent): Promise<Queued | NotIssued> {
    // One after the other: each has its own number, and none slips in above the limit.
    return this.changes.run(async () => {
      const { environment, key, request, prepared, refused, askedBy } = unsent;
      const { enabled, maxCount } = this.parts.settings.now.offlineQueue;
      const { queue } = this;
      const notKept = (why: string): Refused => ({ kind: 'refused', message: `${refused.message} ${why}` });
      if (!enabled) return notKept(QUEUE_TEXTS.off);
      const before = queue.find(environment, key.id);
      const isFull = before === undefined && queue.count >= maxCount;
      // Also one that was refused: its key is free, and may come again with far more in it.
      if (isFull || queue.characters >= MAX_CHARACTERS) return notKept(QUEUE_TEXTS.full);
      const known = before ?? queue.left(environment, key.id)?.ticket;
      const order: QueuedOrder = {
        environment,
        clientRequestId: key.id,
        fingerprint: key.fingerprint,
        number: known?.number ?? queue.nextNumber,
        total: prepared.draft.total,
        request,
        queuedAt: this.parts.clock.now(),
        state: 'queued',
        reason: null,
      };
      const kept = await this.parts.ledger.put({ type: 'queued', order });
      if (!kept.ok) return { kind: 'storage', failure: kept.error };
      this.draining[environment].take(order);
      this.parts.log('queue.added', { request: askedBy, number: order.number, environment });
      handOutSlip(this.parts, order, request, prepared);
      return this.queued(order);
    });
  }

  private async park(order: QueuedOrder, reason: string): Promise<boolean> {
    const parked = await this.record({ ...order, state: 'refused', reason });
    if (parked.ok) this.parts.log('queue.refused', { number: order.number, environment: order.environment });
    return parked.ok;
  }

  private record(order: QueuedOrder): Promise<Result<void, StorageFailure>> {
    return this.parts.ledger.put({ type: 'queued', order });
  }

  private queued(order: QueuedOrder): Queued | NotIssued {
    const { environment, clientRequestId } = order;
    const view = this.viewOf(environment, clientRequestId);
    // It cannot have left the queue: nobody could do anything in between.
    if (view === undefined) throw new Error(`order ${order.number} is not in the queue`);
    return { kind: 'queued', view };
  }

  private viewOf(environment: Environment, clientRequestId: string): QueueView | undefined {
    const open = this.views(environment).find(({ order }) => order.clientRequestId === clientRequestId);
    const left = this.queue.left(environment, clientRequestId);
    return open ?? (left && viewOfLeft(left));
  }

  private views(environment: Environment): QueueView[] {
    return viewsOf(this.queue, environment, (order) => this.isIssuing(order));
  }

  private isIssuing(order: QueuedOrder): boolean {
    return this.draining[order.environment].isIssuing(order);
  }

  private get queue(): Queue {
    return this.parts.ledger.main.queue;
  }

  private get environment(): Environment {
    return this.parts.settings.now.environment;
  }
}

function nameOf({ environment, clientRequestId }: Pick<QueuedOrder, 'environment' | 'clientRequestId'>): string {
  return `${environment} ${clientRequestId}`;
}
