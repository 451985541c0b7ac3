import { PFR_TRAITS } from '../../../contract/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';

/** First and longest pause before a processor that has refused an order is asked to sign again, ms. */
const FIRST_PAUSE = 2000;
const LAST_PAUSE = 30_000;

/**
 * Decides when the queue asks a processor for its status, and when for a receipt. A processor that cannot be reached,
 * or reports that it cannot sign, is asked for its status in every round, because it may be back; this costs a few
 * hundred bytes within the shop. A processor that reports that it can sign, and then refuses, is asked after increasing
 * pauses. So is one that gives wrong answers over the Internet, where each answer costs money.
 */
export class QueueThrottle {
  private pause = 0;
  private pollAt = -Infinity;
  private tryAt = -Infinity;
  private wasReady = false;

  constructor(
    readonly pfr: Pfr,
    private readonly monotonic: () => number,
  ) {}

  /** True when its status may be requested now. */
  get mayPoll(): boolean {
    return this.monotonic() >= this.pollAt;
  }

  /** Call after a status request. True when a receipt may be requested now. */
  polled(isReached: boolean): boolean {
    const isReady = isReached && this.pfr.status().ok;
    if (isReady && !this.wasReady) this.begin();
    this.wasReady = isReady;
    if (!isReached && this.isPaidFor()) this.pollAt = this.afterPause();
    return isReached && this.monotonic() >= this.tryAt;
  }

  /** Call when a request for a receipt did not reach the processor. */
  unreached(): void {
    this.wasReady = false;
  }

  /** Call when the processor refused a receipt for a reason that is not about the receipt. */
  refused(): void {
    this.wasReady = this.pfr.status().ok;
    this.tryAt = this.afterPause();
    this.pollAt = this.wasReady || this.isOnInternet ? this.tryAt : -Infinity;
  }

  /** Call when the processor issues receipts: resets the pauses. */
  begin(): void {
    this.pause = 0;
    this.pollAt = -Infinity;
    this.tryAt = -Infinity;
  }

  private afterPause(): number {
    this.pause = Math.min(Math.max(2 * this.pause, FIRST_PAUSE), LAST_PAUSE);
    return this.monotonic() + this.pause;
  }

  /** True when answers come over the Internet, where they cost money. */
  private isPaidFor(): boolean {
    return this.isOnInternet && !this.pfr.status().findings.some(({ isOutOfReach }) => isOutOfReach === true);
  }

  private get isOnInternet(): boolean {
    return PFR_TRAITS[this.pfr.mode].isOnInternet;
  }
}
