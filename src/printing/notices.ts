import type { Slip } from './slip.js';

/** A slip that no receipt hangs on, with the moment at which it has waited too long, by the monotonic clock. */
export interface Notice {
  readonly slip: Slip;
  readonly until: number;
}

/** A notice may wait so long, ms: what it says was true when it was handed over. */
const MAX_AGE = 10 * 60 * 1000;
/** So many may wait for one printer. */
const MAX_WAITING = 20;

/** The notices that wait for one printer, the oldest first. They outlive a change of its setting, but not the process. */
export class Notices {
  private readonly waiting: Notice[] = [];

  /** `onGivenUp` is told why one is never printed: it waited too long, or too many came after it. */
  constructor(private readonly onGivenUp: (reason: 'age' | 'full') => void) {}

  /** How many wait. */
  get length(): number {
    return this.waiting.length;
  }

  add(slip: Slip, now: number): void {
    this.waiting.push({ slip, until: now + MAX_AGE });
    if (this.waiting.length <= MAX_WAITING) return;
    this.waiting.shift();
    this.onGivenUp('full');
  }

  /** The one whose turn it is. */
  next(now: number): Notice | undefined {
    for (let [first] = this.waiting; first !== undefined; [first] = this.waiting) {
      if (first.until > now) return first;
      this.waiting.shift();
      this.onGivenUp('age');
    }
    return undefined;
  }

  /** Takes one out whose bytes begin to leave: it is never begun again. */
  take(notice: Notice): void {
    const at = this.waiting.indexOf(notice);
    if (at >= 0) this.waiting.splice(at, 1);
  }
}
