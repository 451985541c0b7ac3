import {
  assertNever,
  BUILD_TIME,
  chargedTo,
  type Clock,
  type FlashAccount,
  flashAccount,
  type Log,
  type Warning,
} from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';
import type { Ledger, Queue, QueuedOrder } from '../../../platform/ledger/index.js';
import { isRemote, type Pfr } from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import type { KeyStatuses } from '../issue/keyStatus.js';
import type { SaleLocks } from '../issue/locks.js';
import type { IssueOutcome, Refused } from '../issue/order.js';
import { QueueThrottle } from './queueThrottle.js';

/** Why a sale was not queued and, in Serbian for the seller, why it is refused later. */
export const QUEUE_TEXTS = {
  off: {
    rule: 'queue.off',
    message: 'Ред чекања није укључен на уређају, па захтев није сачуван.',
    messageEn: 'The queue is switched off on the box, so the request was not kept.',
  },
  full: {
    rule: 'queue.full',
    message: 'Ред чекања је пун, па захтев није сачуван; уклоните из реда одбијене захтеве или сачекајте процесор.',
    messageEn:
      'The queue is full, so the request was not kept; remove refused requests from it, or wait for the processor.',
  },
  /** A warning; `receipt` is the PFR number that the person entered. */
  settledBefore: (receipt: string): Warning => ({
    rule: 'queue.settled-before',
    message: `Ова продаја је уклоњена из реда и већ је измирена рачуном ${receipt}, па за њу сада постоје два рачуна. Ако је то иста продаја, рефундирајте један.`,
    messageEn: `This sale was removed from the queue and settled by receipt ${receipt} before, so it has two receipts now. If it is the same sale, refund one.`,
  }),
  tooOld: (hours: number): string =>
    `Захтев је чекао дуже од дозвољеног (сати: ${hours}), па рачун није издат. Поновите захтев истим кључем или га уклоните из реда.`,
  restored:
    'Уређај је враћен из резервне копије, или је његов дневник поправљен, па је овај рачун можда већ издат. Ако није, поновите захтев истим кључем; ако јесте, уклоните захтев из реда и унесите број издатог рачуна.',
} as const;

export interface QueueWorkerDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: KeyStatuses;
  readonly locks: SaleLocks;
  /** Issues a queued order; the caller holds its key. */
  readonly issue: (order: QueuedOrder) => Promise<IssueOutcome>;
  /**
   * Marks an order as refused, so that it no longer waits; its caller may send it again. False when the disk could not
   * record that.
   */
  readonly park: (order: QueuedOrder, reason: string) => Promise<boolean>;
}

/**
 * Pauses between two rounds, ms. Each is twice as long as the one before, and short enough to begin within 5 s after
 * the processor is back.
 */
const FIRST_PAUSE = 1000;
const LAST_PAUSE = 4000;
const HOUR = 3_600_000;
/** How long an order is retried when a processor refuses it for no clear reason, ms. */
const MAX_UNCLEAR = HOUR;

/**
 * Outcome of an attempt. `closed`: the order no longer waits. `open`: the processor may have signed it, so it waits for
 * the outcome of its intent. `refused`: no order can be issued now. `unreached`: the processor was not reached either.
 */
type AttemptOutcome = 'closed' | 'open' | 'refused' | 'unreached';

/**
 * Issues the queued orders of one environment, one by one, when its processor is back. They are issued in their order,
 * except orders whose outcome is not known. Those do not block the others, and return to their position if nothing was
 * signed.
 */
export class QueueWorker {
  private readonly stopped = new AbortController();
  private throttle: QueueThrottle | undefined;
  private isStarted = false;
  private loop: Promise<void> | undefined;
  private unclear: { readonly order: QueuedOrder; readonly since: number } | undefined;
  /** When each order was queued, by the monotonic clock. Only orders that this process has queued. */
  private readonly queuedSince = new WeakMap<QueuedOrder, number>();
  /** Flash-write accounts to which the receipts of those orders are charged. */
  private readonly accounts = new WeakMap<QueuedOrder, FlashAccount>();

  constructor(
    private readonly environment: Environment,
    private readonly deps: QueueWorkerDeps,
  ) {}

  start(): void {
    this.isStarted = true;
    this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.loop;
  }

  /** Adds an order that was just queued. */
  add(order: QueuedOrder): void {
    this.queuedSince.set(order, this.deps.clock.monotonic());
    const account = flashAccount();
    if (account !== undefined) this.accounts.set(order, account);
    this.run();
  }

  private run(): void {
    if (!this.isStarted || this.loop !== undefined || this.stopped.signal.aborted) return;
    this.loop = chargedTo(undefined, () => this.repeat()).finally(() => (this.loop = undefined));
  }

  private async repeat(): Promise<void> {
    const { clock } = this.deps;
    let pause = FIRST_PAUSE;
    let passed = 0;
    while (this.isWaiting()) {
      // Time spent waiting for a status answer counts as part of the pause.
      if (!(await clock.sleep(Math.max(0, pause - passed), this.stopped.signal))) return;
      const begun = clock.monotonic();
      const hasClosed = await this.round();
      pause = hasClosed ? FIRST_PAUSE : Math.min(2 * pause, LAST_PAUSE);
      passed = hasClosed ? 0 : clock.monotonic() - begun;
    }
  }

  /** Issues what can be issued now. True when an order no longer waits. */
  private async round(): Promise<boolean> {
    try {
      const hasParked = await this.parkOld();
      return (await this.issueWaiting()) || hasParked;
    } catch (error) {
      // For example a record that can no longer be read. The next attempt may succeed.
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
      this.deps.log('queue.failed', { environment: this.environment, cause });
      return false;
    }
  }

  private isWaiting(): boolean {
    for (const { state } of this.queue.orders(this.environment)) if (state === 'queued') return true;
    return false;
  }

  /** Waiting orders, except those that the processor may have signed: they wait for the outcome of their intent. */
  private *free(): Generator<QueuedOrder> {
    for (const order of this.queue.orders(this.environment)) {
      if (order.state === 'queued' && !this.deps.keys.isBeingIssued(order)) yield order;
    }
  }

  private next(): QueuedOrder | undefined {
    const [first] = this.free();
    return first;
  }

  /** True when the order is unchanged and still in the queue. */
  private isThere(order: QueuedOrder): boolean {
    return this.queue.find(order.environment, order.clientRequestId) === order;
  }

  private get queue(): Queue {
    return this.deps.ledger.main.queue;
  }

  /** Issues waiting orders until the processor accepts no more. True when an order no longer waits. */
  private async issueWaiting(): Promise<boolean> {
    const pfr = this.deps.pfrOf(this.environment);
    // The demo must not sign what was sold for a real processor.
    if (!isRemote(pfr) || this.next() === undefined) return false;
    const throttle = this.throttleOf(pfr);
    if (!throttle.mayPoll || !throttle.polled(await pfr.refresh())) return false;
    let hasClosed = false;
    for (let order = this.next(); order !== undefined && !this.stopped.signal.aborted; order = this.next()) {
      const end = await this.issue(order);
      if (end === 'unreached') throttle.unreached();
      if (end === 'refused') throttle.refused();
      if (end === 'unreached' || end === 'refused') break;
      if (end === 'closed') {
        throttle.begin();
        hasClosed = true;
      }
    }
    return hasClosed;
  }

  /** The pace learned for one processor does not apply to the processor that is set after it. */
  private throttleOf(pfr: Pfr): QueueThrottle {
    if (this.throttle?.pfr !== pfr) this.throttle = new QueueThrottle(pfr, this.deps.clock.monotonic);
    return this.throttle;
  }

  private async parkOld(): Promise<boolean> {
    const { maxAgeHours } = this.deps.settings.now.offlineQueue;
    let hasParked = false;
    for (const order of [...this.free()]) {
      // It may have been removed while another order was being refused.
      if (this.ageOf(order) <= maxAgeHours * HOUR || !this.isThere(order)) continue;
      const park = (): Promise<boolean> => this.deps.park(order, QUEUE_TEXTS.tooOld(maxAgeHours));
      if ((await this.withKey(order, park)) === false) break;
      hasParked = true;
    }
    return hasParked;
  }

  /**
   * How long an order has waited, ms: by the monotonic clock if this process has queued it, otherwise by the wall
   * clock. If the wall clock is not trusted, or was not when the order was queued, this is 0, so that the order never
   * expires.
   */
  private ageOf(order: QueuedOrder): number {
    const { clock } = this.deps;
    const since = this.queuedSince.get(order);
    if (since !== undefined) return clock.monotonic() - since;
    const isGuess = !clock.isTrusted() || order.queuedAt < BUILD_TIME;
    return isGuess ? 0 : clock.now() - order.queuedAt;
  }

  private async issue(order: QueuedOrder): Promise<AttemptOutcome> {
    const end = await this.withKey(order, async () => this.ended(order, await this.issueCharged(order)));
    // An open intent shows only when the key is free again: until then the queue itself was issuing the order.
    if (end !== 'refused' || !this.deps.keys.isBeingIssued(order)) return end ?? 'closed';
    this.deps.log('queue.held', { number: order.number, environment: order.environment });
    return 'open';
  }

  private issueCharged(order: QueuedOrder): Promise<IssueOutcome> {
    return chargedTo(this.accounts.get(order), () => this.deps.issue(order));
  }

  /**
   * Runs the work while holding the key of the order, so that the order cannot be removed meanwhile. If the order is
   * being removed, or is still being queued, waits for that and returns undefined without running the work, because the
   * order may no longer wait.
   */
  private async withKey<T>(order: QueuedOrder, work: () => Promise<T>): Promise<T | undefined> {
    const { keys, locks } = this.deps;
    const { environment, clientRequestId: id } = order;
    const running = keys.work(environment, id);
    if (running === undefined) return locks.holdKey(environment, id, 'queue', work);
    await running.ended;
    return undefined;
  }

  private async ended(order: QueuedOrder, outcome: IssueOutcome): Promise<AttemptOutcome> {
    switch (outcome.kind) {
      case 'issued':
      case 'replayed':
        this.deps.log('queue.issued', { number: order.number, uuid: outcome.invoice.uuid });
        // A receipt under its key removes it from the queue.
        return this.isThere(order) ? 'refused' : 'closed';
      case 'invalid':
        return this.parked(order, outcome.error.message);
      case 'refused':
        if (outcome.about === 'unreachable') return 'unreached';
        // Otherwise not final: the processor has a problem unrelated to this receipt.
        return this.isFinal(order, outcome) ? this.parked(order, outcome.message) : 'refused';
      case 'storage':
        return 'refused';
      default:
        return assertNever(outcome);
    }
  }

  private async parked(order: QueuedOrder, reason: string): Promise<AttemptOutcome> {
    return (await this.deps.park(order, reason)) ? 'closed' : 'refused';
  }

  /**
   * An unclear refusal may pass, for example when a clock catches up. But one order must not block the others for ever.
   */
  private isFinal(order: QueuedOrder, { about }: Refused): boolean {
    if (about !== 'unclear') return about === 'receipt';
    const now = this.deps.clock.monotonic();
    if (this.unclear?.order !== order) this.unclear = { order, since: now };
    return now - this.unclear.since > MAX_UNCLEAR;
  }
}
