import type { Clock } from '../base/index.js';
import { type SlotLimits, Slots } from '../http/index.js';

/** Lists are the longest answers: one at a time for a key, so that a client that opens a few pages gets them one by one. */
const LISTS: SlotLimits = { perKey: 1, inAll: 8, waiting: 16, longest: 60_000 };
/** Single receipts, documents, items: up to a megabyte each, which is held until it was read. */
const READS: SlotLimits = { perKey: 4, inAll: 24, waiting: 64, longest: 60_000 };

/** Reports are short but cannot be cut into slices, and whoever sells under thousands of cashiers makes them slow. */
const REPORTS: SlotLimits = { perKey: 1, inAll: 4, waiting: 16, longest: 60_000 };

/** A page of a thousand events is 400 KB, and reads some megabytes of the log. Whoever waits for events holds no slot. */
const EVENTS: SlotLimits = { perKey: 1, inAll: 8, waiting: 16, longest: 60_000 };

/** The slots of answers that may be long. */
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
