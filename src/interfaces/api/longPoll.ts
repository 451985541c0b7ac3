import { type Clock, withAnySignal, withDeadline } from '../../base/index.js';
import { type SlotLimits, ResponseSlots } from '../../platform/http/index.js';
import type { Ledger } from '../../platform/ledger/index.js';

interface LongPollDeps {
  readonly ledger: Pick<Ledger, 'events'>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
}

/** Maximum number of waiting requests, per key and in total. Further requests are answered at once. */
const LIMITS = { perKey: 4, inAll: 32 } as const;
/**
 * Time from the first new record until all waiting requests are woken together, ms. A busy shop therefore does not wake
 * them with each sale.
 */
const GATHER = 300;

/** Requests that wait for new events. They use no slot, and wake after the sale that woke them is answered. */
export class LongPoll {
  private readonly waiting = new Map<number, number>();

  constructor(private readonly deps: LongPollDeps) {}

  /**
   * Waits for the log to grow, for at most `ms`. True when it has grown, so that reading further is worthwhile. False
   * at once when too many requests wait. Ends early when the service stops or the caller disconnects (`signal`).
   */
  async hasGrown(key: number, ms: number, clientSignal: AbortSignal): Promise<boolean> {
    const mine = this.waiting.get(key) ?? 0;
    const all = Array.from(this.waiting.values()).reduce((sum, count) => sum + count, 0);
    if (mine >= LIMITS.perKey || all >= LIMITS.inAll) return false;
    this.waiting.set(key, mine + 1);
    try {
      return await this.grown(ms, clientSignal);
    } finally {
      const left = (this.waiting.get(key) ?? 1) - 1;
      if (left > 0) this.waiting.set(key, left);
      else this.waiting.delete(key);
    }
  }

  private grown(ms: number, clientSignal: AbortSignal): Promise<boolean> {
    const { ledger, clock, stopping } = this.deps;
    const untilGrown = async (signal: AbortSignal): Promise<boolean> => {
      await ledger.events.arrivals.next(signal);
      const hasGrown = !signal.aborted;
      if (hasGrown) await clock.sleep(GATHER, signal);
      return hasGrown;
    };
    return withAnySignal([clientSignal, stopping], (ended) => withDeadline(ms, ended, untilGrown, clock));
  }
}

/** Lists are the longest answers: one at a time per key. A client that requests several pages gets them one by one. */
const LISTS: SlotLimits = { perKey: 1, inAll: 8, waiting: 16, longest: 60_000 };
/** Single receipts, documents, items: up to a megabyte each, in memory until the client has read it. */
const READS: SlotLimits = { perKey: 4, inAll: 24, waiting: 64, longest: 60_000 };

/** Reports are short, but those of years, or of sales by thousands of cashiers, take long. */
export const REPORTS: SlotLimits = { perKey: 1, inAll: 4, waiting: 16, longest: 60_000 };

/**
 * A page of a thousand events is 400 KB, and its answer reads some megabytes of the log. A request that waits for
 * events uses no slot.
 */
const EVENTS: SlotLimits = { perKey: 1, inAll: 8, waiting: 16, longest: 60_000 };

/** Slots that limit how many long answers are made at the same time. */
export interface AnswerSlots {
  readonly lists: ResponseSlots;
  readonly reads: ResponseSlots;
  readonly reports: ResponseSlots;
  readonly events: ResponseSlots;
}

export function answerSlots(clock: Pick<Clock, 'sleep'>): AnswerSlots {
  const slots = (limits: SlotLimits): ResponseSlots => new ResponseSlots(limits, clock);
  return { lists: slots(LISTS), reads: slots(READS), reports: slots(REPORTS), events: slots(EVENTS) };
}
