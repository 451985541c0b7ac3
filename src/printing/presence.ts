/** One that was away for less was not switched off, ms: its paper was changed, or a network was busy. */
const AWAY = 5 * 60 * 1000;
/** Between two power-ups that are told, ms: a plug that is loose must not use up the roll. */
const APART = 60 * 60 * 1000;

/** When a printer was seen, and so whether it has powered up since. Times are of the monotonic clock. */
export class Presence {
  private toldAt = -Infinity;

  /** `seenAt`: -Infinity for one that may have been off until now. */
  constructor(private seenAt: number) {}

  /** It was at work until now. */
  note(now: number): void {
    this.seenAt = now;
  }

  /** It answers now; true when it has powered up since it was seen last. */
  see(now: number): boolean {
    const away = now - this.seenAt;
    this.seenAt = now;
    if (away < AWAY || now - this.toldAt < APART) return false;
    this.toldAt = now;
    return true;
  }
}
