import { type Clock, failed, type Log, ok, type Result, TaskQueue } from '../../../base/index.js';
import { readPfrNumber, isFiscalType } from '../../../contract/index.js';
import type { IssuedInvoice, Ledger, QueuedOrder, Settlement, StorageFailure } from '../../../platform/ledger/index.js';
import { findByNumber, normalisePfrNumber } from '../draft/pfrNumber.js';
import type { KeyStatuses } from '../issue/keyStatus.js';
import type { SaleLocks } from '../issue/locks.js';
import { decodeRequest } from './storedRequest.js';

interface WithoutReceiptDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: KeyStatuses;
  readonly locks: SaleLocks;
}

/** How a person settles a sale; `receipt` is a PFR number in any form, null when goods or money came back. */
type SettlingNote = Pick<Settlement, 'receipt' | 'by' | 'reason'>;

/**
 * Why nothing was settled. `unlike`: the receipt is not one for this sale. `used`: it belongs to another sale.
 * `differs`: it has another amount, is older than the sale, or was not issued by this box, and no reason explains why
 * it counts. `taken`: the sale cannot be issued again, since another document has its key.
 */
export type SettleRefusal =
  'absent' | 'busy' | 'not-number' | 'unlike' | 'used' | 'differs' | 'no-reason' | 'taken' | StorageFailure;

/**
 * Sales that were removed from the queue and have no fiscal receipt. Each stays listed until a receipt is issued under
 * its key, or a person enters the number of its receipt or records that goods or money came back.
 */
export class SalesWithoutReceipt {
  /** One decision at a time, so that one receipt never settles two sales. */
  private readonly decisions = new TaskQueue();

  constructor(
    private readonly deps: WithoutReceiptDeps,
    /** Adds an order to the queue again. */
    private readonly resume: (order: QueuedOrder) => void,
  ) {}

  /** The sales of both environments, in the order of removal. */
  list(): readonly QueuedOrder[] {
    return this.deps.ledger.main.queue.withoutReceipt();
  }

  /** Records how the sale with a number is settled. */
  settle(number: number, note: SettlingNote): Promise<Result<QueuedOrder, SettleRefusal>> {
    return this.decisions.run(() => this.settleNow(number, note));
  }

  private async settleNow(number: number, note: SettlingNote): Promise<Result<QueuedOrder, SettleRefusal>> {
    const order = this.find(number);
    if (order === undefined) return failed('absent');
    const receipt = await this.receiptFor(order, note);
    if (!receipt.ok) return receipt;
    const settlement = { ...note, receipt: receipt.value, at: this.deps.clock.now() };
    const settled = await this.record(order, { ...order, settlement });
    if (settled.ok) this.deps.log('queue.settled', { number, environment: order.environment });
    return settled;
  }

  /** Lets the sale with a number wait for its processor again, under its key. */
  issueAgain(number: number): Promise<Result<QueuedOrder, 'absent' | 'busy' | 'taken' | StorageFailure>> {
    return this.decisions.run(() => this.issueNow(number));
  }

  private async issueNow(number: number): Promise<Result<QueuedOrder, 'absent' | 'busy' | 'taken' | StorageFailure>> {
    const order = this.find(number);
    if (order === undefined) return failed('absent');
    const { environment, clientRequestId: id } = order;
    if ((await this.deps.keys.forHolder(environment, { id })).state !== 'free') return failed('taken');
    const { removal: _, ...rest } = order;
    const waiting = await this.record(order, { ...rest, state: 'queued', queuedAt: this.deps.clock.now() });
    if (!waiting.ok) return waiting;
    this.resume(waiting.value);
    this.deps.log('queue.returned', { number, environment });
    return waiting;
  }

  private find(number: number): QueuedOrder | undefined {
    return this.list().find((order) => order.number === number);
  }

  private async record(
    { environment, clientRequestId: id }: QueuedOrder,
    changed: QueuedOrder,
  ): Promise<Result<QueuedOrder, 'absent' | 'busy' | StorageFailure>> {
    const { keys, locks, ledger } = this.deps;
    // It may have changed while a receipt was looked up.
    if (this.find(changed.number) === undefined) return failed('absent');
    if (keys.inMemory(environment, { id }).state !== 'free') return failed('busy');
    const put = await locks.holdKey(environment, id, 'removal', () => ledger.put({ type: 'queued', order: changed }));
    return put.ok ? ok(changed) : put;
  }

  /** The PFR number of the receipt in its usual form; null without one. */
  private async receiptFor(order: QueuedOrder, note: SettlingNote): Promise<Result<string | null, SettleRefusal>> {
    const { receipt, reason } = note;
    if (receipt === null) return reason === null ? failed('no-reason') : ok(null);
    const number = normalisePfrNumber(receipt);
    if (readPfrNumber(number) === undefined) return failed('not-number');
    const { ledger } = this.deps;
    const found = await findByNumber(ledger, number);
    if (found !== undefined && !isReceiptFor(order, found)) return failed('unlike');
    if (this.isUsed(number, found)) return failed('used');
    const isSame = found !== undefined && found.draft.total === order.total && found.createdAt >= order.queuedAt;
    return isSame || reason !== null ? ok(number) : failed('differs');
  }

  /** True for the receipt of another order of the queue, or one that has settled another sale. */
  private isUsed(number: string, found: IssuedInvoice | undefined): boolean {
    const { queue } = this.deps.ledger.main;
    if (queue.settledBy(number) !== undefined) return true;
    if (found === undefined || found.clientRequestId === null) return false;
    return queue.left(found.environment, found.clientRequestId)?.uuid === found.uuid;
  }
}

function isReceiptFor(order: QueuedOrder, { environment, draft }: IssuedInvoice): boolean {
  const request = decodeRequest(order);
  const isSameKind = !request.ok || request.value.transactionType === draft.transactionType;
  return environment === order.environment && isFiscalType(draft.invoiceType) && isSameKind;
}
