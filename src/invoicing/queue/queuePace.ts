import { PFR_TRAITS } from '../../base/index.js';
import type { Pfr } from '../../pfr/index.js';

/** The first pause before a processor that has refused an order is asked to issue again, and the longest, ms. */
const FIRST_REST = 2000;
const LAST_REST = 30_000;

/**
 * When the queue asks a processor for its state, and when for a receipt. One that cannot be reached, or says that it cannot
 * sign, is asked for its state in every round, which costs some hundred bytes in the shop: it may be back. One that says that it
 * can sign, and then refuses, is left in peace for ever longer; so is one that answers wrongly over the Internet, where each
 * answer is paid for.
 */
export class QueuePace {
  private rest = 0;
  private pollAt = -Infinity;
  private tryAt = -Infinity;
  private wasReady = false;

  constructor(
    readonly pfr: Pfr,
    private readonly monotonic: () => number,
  ) {}

  /** May its state be asked for now? */
  get mayPoll(): boolean {
    return this.monotonic() >= this.pollAt;
  }

  /** Its state was asked for. May it be asked for a receipt now? */
  polled(isReached: boolean): boolean {
    const isReady = isReached && this.pfr.status().ok;
    if (isReady && !this.wasReady) this.begin();
    this.wasReady = isReady;
    if (!isReached && this.isPaidFor()) this.pollAt = this.afterRest();
    return isReached && this.monotonic() >= this.tryAt;
  }

  /** It was not reached when it was asked for a receipt. */
  unreached(): void {
    this.wasReady = false;
  }

  /** It was asked for a receipt, and refused for a reason of its own. */
  refused(): void {
    this.wasReady = this.pfr.status().ok;
    this.tryAt = this.afterRest();
    this.pollAt = this.wasReady || this.isOnInternet ? this.tryAt : -Infinity;
  }

  /** It issues. */
  begin(): void {
    this.rest = 0;
    this.pollAt = -Infinity;
    this.tryAt = -Infinity;
  }

  private afterRest(): number {
    this.rest = Math.min(Math.max(2 * this.rest, FIRST_REST), LAST_REST);
    return this.monotonic() + this.rest;
  }

  /** Does an answer come, and over the Internet? */
  private isPaidFor(): boolean {
    return this.isOnInternet && !this.pfr.status().findings.some(({ isOutOfReach }) => isOutOfReach === true);
  }

  private get isOnInternet(): boolean {
    return PFR_TRAITS[this.pfr.mode].isOnInternet;
  }
}
