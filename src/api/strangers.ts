import type { Log } from '../base/log.js';

/** Lines are at least this far apart, ms. */
const PAUSE = 1000;

/** Strangers in a second who are answered at once; how long the answers to all others are kept back, ms. */
export const AT_ONCE = 20;
export const KEPT_BACK = 500;

/**
 * Keeps strangers from what they might take of the box: tells the log of them in one line a second at most, with their
 * number, and says when they are so many that their answers must wait. Who tries keys one after the other then leaves
 * the box its time for sales.
 */
export class Strangers {
  private inSecond = 0;
  private secondBegan = -Infinity;
  private untold = 0;
  private toldAt = -Infinity;

  constructor(
    private readonly monotonic: () => number,
    private readonly log: Log,
  ) {}

  /** Counts a request without a valid key; how long its answer is to be kept back, ms. */
  note(): number {
    this.untold += 1;
    this.tell();
    const now = this.monotonic();
    if (now - this.secondBegan >= PAUSE) [this.inSecond, this.secondBegan] = [0, now];
    this.inSecond += 1;
    return this.inSecond > AT_ONCE ? KEPT_BACK : 0;
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
