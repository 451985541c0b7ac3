import type { Log } from '../base/log.js';

/** Lines are at least this far apart, ms. */
const PAUSE = 1000;

/** Tells the log of refused strangers without letting them fill it: one line a second at most, with their number. */
export class Strangers {
  private untold = 0;
  private toldAt = -Infinity;

  constructor(
    private readonly monotonic: () => number,
    private readonly log: Log,
  ) {}

  /** Counts a request without a valid key. */
  note(): void {
    this.untold += 1;
    this.tell();
  }

  /** Writes the line that is due. To be called with every request: the last strangers of a burst get theirs then. */
  tell(): void {
    const now = this.monotonic();
    if (this.untold === 0 || now - this.toldAt < PAUSE) return;
    this.log('request.unauthorized', { count: this.untold });
    this.untold = 0;
    this.toldAt = now;
  }
}
