import type { Slip } from '../slips/index.js';

/** A slip that belongs to no receipt, with the monotonic time at which it has waited too long, ms. */
export interface InfoSlip {
  readonly slip: Slip;
  readonly until: number;
}

/** How long an info slip may wait, ms: what it says was true when it was handed over. */
const MAX_AGE = 10 * 60 * 1000;
/** How many may wait for one printer. */
const MAX_WAITING = 20;

/** Info slips that wait for one printer, the oldest first. They survive a change of its setting, but not the process. */
export class InfoSlips {
  private readonly waiting: InfoSlip[] = [];

  /** `onDropped` is called with the reason why one is never printed: it waited too long, or too many came after it. */
  constructor(private readonly onDropped: (reason: 'age' | 'full') => void) {}

  /** How many wait. */
  get length(): number {
    return this.waiting.length;
  }

  add(slip: Slip, now: number): void {
    this.waiting.push({ slip, until: now + MAX_AGE });
    if (this.waiting.length <= MAX_WAITING) return;
    this.waiting.shift();
    this.onDropped('full');
  }

  /** The oldest that may still be printed. */
  next(now: number): InfoSlip | undefined {
    for (let [first] = this.waiting; first !== undefined; [first] = this.waiting) {
      if (first.until > now) return first;
      this.waiting.shift();
      this.onDropped('age');
    }
    return undefined;
  }

  /** Removes one whose bytes begin to leave: it is never begun again. */
  take(infoSlip: InfoSlip): void {
    const at = this.waiting.indexOf(infoSlip);
    if (at >= 0) this.waiting.splice(at, 1);
  }
}
