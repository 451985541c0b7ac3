import type { Clock } from '../base/index.js';
import { type SlotLimits, Slots } from '../http/index.js';

/** Lists are the longest answers: one at a time for a key, so that a client that opens a few pages gets them one by one. */
const LISTS: SlotLimits = { perKey: 1, inAll: 8, waiting: 16, longest: 60_000 };
/** Single receipts, documents, items: up to a megabyte each, which is held until it was read. */
const READS: SlotLimits = { perKey: 4, inAll: 24, waiting: 64, longest: 60_000 };

/** Reports are short but cannot be cut into slices, and whoever sells under thousands of cashiers makes them slow. */
const REPORTS: SlotLimits = { perKey: 1, inAll: 4, waiting: 16, longest: 60_000 };

/** The slots of answers that may be long. */
export interface AnswerSlots {
  readonly lists: Slots;
  readonly reads: Slots;
  readonly reports: Slots;
}

export function answerSlots(clock: Pick<Clock, 'sleep'>): AnswerSlots {
  return { lists: new Slots(LISTS, clock), reads: new Slots(READS, clock), reports: new Slots(REPORTS, clock) };
}
