/** A printer that was away for less was not switched off, ms: its paper was changed, or a network was busy. */
const MIN_AWAY = 5 * 60 * 1000;
/** Shortest time between two reported power-ups, ms: a loose plug must not use up the roll. */
const MIN_APART = 60 * 60 * 1000;

/** Detects by the times at which a printer was seen that it was switched on. Times are of the monotonic clock, ms. */
export class PowerUpDetector {
  private reportedAt = -Infinity;

  /** `seenAt`: -Infinity for a printer that may have been off until now. */
  constructor(private seenAt: number) {}

  /** The printer was at work until now. */
  seen(now: number): void {
    this.seenAt = now;
  }

  /** The printer answers now; true when it has powered up since it was seen last. */
  answered(now: number): boolean {
    const away = now - this.seenAt;
    this.seenAt = now;
    if (away < MIN_AWAY || now - this.reportedAt < MIN_APART) return false;
    this.reportedAt = now;
    return true;
  }
}
