import type { Clock } from '../base/clock.js';
import type { Environment } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { never } from '../base/result.js';
import { BUILD_TIME } from '../base/version.js';
import type { Ledger } from '../ledger/ledger.js';
import type { QueuedOrder } from '../ledger/queued.js';
import type { Pfr } from '../pfr/port.js';
import type { Settings } from '../settings/settings.js';
import type { IssueOutcome, Refused } from './order.js';
import { QUEUE_TEXTS } from './queueTexts.js';

export interface DrainingParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly clock: Clock;
  readonly log: Log;
  /** Issues a queued order under its key. */
  readonly issue: (order: QueuedOrder) => Promise<IssueOutcome>;
  /** Has the processor been asked for it, without a known end? */
  readonly isAsked: (order: QueuedOrder) => boolean;
  /** Its removal from the queue, while that is being written. */
  readonly removal: (order: QueuedOrder) => Promise<unknown> | undefined;
  /** Refuses an order for good; false when the disk did not take that. */
  readonly park: (order: QueuedOrder, reason: string) => Promise<boolean>;
}

/** Between two looks at a processor for which orders wait, ms: twice as long each time. */
const FIRST_PAUSE = 1000;
const LAST_PAUSE = 30_000;
const HOUR = 3_600_000;
/** How long one is tried that a processor refuses for no clear reason, ms. */
const PATIENCE = HOUR;

/** Issues the queued orders of one environment, in order, one by one, when its processor is back. */
export class Draining {
  private readonly stopped = new AbortController();
  private isStarted = false;
  private loop: Promise<void> | undefined;
  private current: QueuedOrder | undefined;
  private unclear: { readonly order: QueuedOrder; readonly since: number } | undefined;
  /** When orders have come, by the monotonic clock. */
  private readonly since = new WeakMap<QueuedOrder, number>();

  constructor(
    private readonly environment: Environment,
    private readonly parts: DrainingParts,
  ) {}

  /** Also while its end is being looked up: nobody may say that it will not be issued. */
  isIssuing(order: QueuedOrder): boolean {
    return this.current?.clientRequestId === order.clientRequestId || this.parts.isAsked(order);
  }

  start(): void {
    this.isStarted = true;
    this.watch();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.loop;
  }

  /** An order has come. */
  take(order: QueuedOrder): void {
    this.since.set(order, this.parts.clock.monotonic());
    this.watch();
  }

  private watch(): void {
    if (!this.isStarted || this.loop !== undefined || this.stopped.signal.aborted) return;
    this.loop = this.repeat().finally(() => (this.loop = undefined));
  }

  private async repeat(): Promise<void> {
    const { clock, log } = this.parts;
    for (let pause = FIRST_PAUSE; this.next() !== undefined; pause = Math.min(2 * pause, LAST_PAUSE)) {
      if (!(await clock.sleep(pause, this.stopped.signal))) return;
      try {
        if (await this.drain()) pause = FIRST_PAUSE / 2;
      } catch (error) {
        // Such as a record that cannot be read any more: the next round may do better.
        const cause = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
        log('queue.failed', { environment: this.environment, cause });
      }
    }
  }

  /** The first that waits. */
  private next(): QueuedOrder | undefined {
    for (const order of this.parts.ledger.main.queue.orders(this.environment)) {
      if (order.state === 'queued') return order;
    }
    return undefined;
  }

  /** Issues until something stands in the way; has anything left the queue? */
  private async drain(): Promise<boolean> {
    const hasParked = await this.parkOld();
    const pfr = this.parts.pfrOf(this.environment);
    // The demo signs nothing that was sold for real.
    if (pfr.lane === null || !(await pfr.refresh())) return hasParked;
    let hasMoved = hasParked;
    for (let order = this.next(); order !== undefined; order = this.next()) {
      if (this.stopped.signal.aborted || !(await this.issue(order))) break;
      hasMoved = true;
    }
    return hasMoved;
  }

  private async parkOld(): Promise<boolean> {
    const { maxAgeHours } = this.parts.settings.now.offlineQueue;
    let hasParked = false;
    for (;;) {
      const order = this.next();
      if (order === undefined || this.parts.isAsked(order) || this.ageOf(order) <= maxAgeHours * HOUR) return hasParked;
      if (!(await this.alone(order, () => this.parts.park(order, QUEUE_TEXTS.tooOld(maxAgeHours))))) return hasParked;
      hasParked = true;
    }
  }

  /**
   * How long it has waited, ms: by the monotonic clock where this process has seen it come, else by the wall. Nothing is old by
   * a clock that is a guess, or that was one when the order came.
   */
  private ageOf(order: QueuedOrder): number {
    const { clock } = this.parts;
    const since = this.since.get(order);
    if (since !== undefined) return clock.monotonic() - since;
    const isGuess = !clock.isTrusted() || order.queuedAt < BUILD_TIME;
    return isGuess ? 0 : clock.now() - order.queuedAt;
  }

  /** Has it left the queue? */
  private issue(order: QueuedOrder): Promise<boolean> {
    return this.alone(order, async () => this.ended(order, await this.parts.issue(order)));
  }

  /** Nobody removes it meanwhile; one whose removal is under way has left. */
  private async alone(order: QueuedOrder, work: () => Promise<boolean>): Promise<boolean> {
    const removal = this.parts.removal(order);
    if (removal !== undefined) {
      await removal;
      return true;
    }
    this.current = order;
    try {
      return await work();
    } finally {
      this.current = undefined;
    }
  }

  private async ended(order: QueuedOrder, outcome: IssueOutcome): Promise<boolean> {
    switch (outcome.kind) {
      case 'issued':
      case 'replayed':
        this.parts.log('queue.issued', { number: order.number, uuid: outcome.invoice.uuid });
        // A receipt under its key has taken it out of the queue.
        return this.next() !== order;
      case 'invalid':
        return this.parts.park(order, outcome.error.message);
      case 'refused':
        // Else it is out of reach again, or lacks something that has nothing to do with this receipt.
        return this.isVerdict(order, outcome) && (await this.parts.park(order, outcome.message));
      case 'storage':
        return false;
      default:
        return never(outcome);
    }
  }

  /** What is unclear may pass, as a clock catches up; but one order does not hold up the rest for ever. */
  private isVerdict(order: QueuedOrder, { about }: Refused): boolean {
    if (about !== 'unclear') return about === 'receipt';
    const now = this.parts.clock.monotonic();
    if (this.unclear?.order !== order) this.unclear = { order, since: now };
    return now - this.unclear.since > PATIENCE;
  }
}
