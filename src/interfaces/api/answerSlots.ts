import type { Clock } from '../../base/index.js';
import { type SlotLimits, Slots } from '../../platform/http/index.js';

/** Lists are the longest answers: one at a time per key. A client that requests several pages gets them one by one. */
const LISTS: SlotLimits = { perKey: 1, inAll: 8, waiting: 16, longest: 60_000 };
/** Single receipts, documents, items: up to a megabyte each, held in memory until the client has read it. */
const READS: SlotLimits = { perKey: 4, inAll: 24, waiting: 64, longest: 60_000 };

/** Reports are short but cannot be cut into slices. Sales by thousands of cashiers make them slow. */
const REPORTS: SlotLimits = { perKey: 1, inAll: 4, waiting: 16, longest: 60_000 };

/**
 * A page of a thousand events is 400 KB, and its answer reads some megabytes of the log. A request that waits for
 * events uses no slot.
 */
const EVENTS: SlotLimits = { perKey: 1, inAll: 8, waiting: 16, longest: 60_000 };

/** Slots that limit how many long answers are made at the same time. */
export interface AnswerSlots {
  readonly lists: Slots;
  readonly reads: Slots;
  readonly reports: Slots;
  readonly events: Slots;
}

export function answerSlots(clock: Pick<Clock, 'sleep'>): AnswerSlots {
  const slots = (limits: SlotLimits): Slots => new Slots(limits, clock);
  return { lists: slots(LISTS), reads: slots(READS), reports: slots(REPORTS), events: slots(EVENTS) };
}
