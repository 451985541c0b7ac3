/**
 * A printer that was silent for a shorter time was not switched off, ms: its paper was changed, or the network was
 * busy.
 */
const MIN_AWAY = 5 * 60 * 1000;
/** Shortest time between two reported power-ups, ms: a loose plug must not use up the roll. */
const MIN_APART = 60 * 60 * 1000;

/** Detects that a printer was switched on, by the times at which it responded. Times are of the monotonic clock, ms. */
export class PowerUpDetector {
  private reportedAt = -Infinity;

  /** `seenAt` is -Infinity for a printer that may have been off until now. */
  constructor(private seenAt: number) {}

  /** Records that the printer was working until now. */
  seen(now: number): void {
    this.seenAt = now;
  }

  /** Records an answer of the printer. Returns true when it has powered up since it was last seen. */
  answered(now: number): boolean {
    const away = now - this.seenAt;
    this.seenAt = now;
    if (away < MIN_AWAY || now - this.reportedAt < MIN_APART) return false;
    this.reportedAt = now;
    return true;
  }
}
