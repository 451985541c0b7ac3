import type { Slip } from '../slips/index.js';

/** A slip without a receipt. It is dropped at `until`, ms of the monotonic clock. */
export interface InfoSlip {
  readonly slip: Slip;
  readonly until: number;
}

/** How long an info slip may wait, ms. Its content may be outdated after that. */
const MAX_AGE = 10 * 60 * 1000;
/** How many may wait for one printer. */
const MAX_WAITING = 20;

/**
 * Info slips that wait for one printer, the oldest first. They survive a change of the printer's setting, but not the
 * process.
 */
export class InfoSlips {
  private readonly waiting: InfoSlip[] = [];

  /**
   * `onDropped` is called for each slip that is dropped unprinted, with the reason: it waited too long, or too many
   * arrived after it.
   */
  constructor(private readonly onDropped: (reason: 'age' | 'full') => void) {}

  /** Number of waiting slips. */
  get length(): number {
    return this.waiting.length;
  }

  add(slip: Slip, now: number): void {
    this.waiting.push({ slip, until: now + MAX_AGE });
    if (this.waiting.length <= MAX_WAITING) return;
    this.waiting.shift();
    this.onDropped('full');
  }

  /** The oldest slip that may still be printed. */
  next(now: number): InfoSlip | undefined {
    for (let [first] = this.waiting; first !== undefined; [first] = this.waiting) {
      if (first.until > now) return first;
      this.waiting.shift();
      this.onDropped('age');
    }
    return undefined;
  }

  /** Removes a slip before its first byte is sent: it is never started again. */
  take(infoSlip: InfoSlip): void {
    const at = this.waiting.indexOf(infoSlip);
    if (at >= 0) this.waiting.splice(at, 1);
  }
}
