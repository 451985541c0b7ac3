import type { Clock } from '../../base/index.js';

/** An owner changes prices some times a day; a catalogue of ten thousand items has 100 to 300 KB, packed. */
export const MOST_KEPT_AN_HOUR = 12;
export const MOST_BYTES_A_DAY = 2 * 1024 * 1024;

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/**
 * Limits the versions that are stored for one part of a group. The ledger never deletes anything, and an attacker with
 * the owner's credential could fill the flash of every box. Counted since the start of the program.
 */
export class KeptLimit {
  /** The stores within a day, oldest first. */
  private kept: { readonly at: number; readonly bytes: number }[] = [];

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** How long a version of this many packed bytes has to wait, ms; 0: it may be stored now. */
  wait(bytes: number): number {
    const now = this.clock.monotonic();
    this.kept = this.kept.filter(({ at }) => at + DAY > now);
    const first = this.kept.at(-MOST_KEPT_AN_HOUR);
    let until = first === undefined ? now : first.at + HOUR;
    let sum = this.kept.reduce((all, one) => all + one.bytes, bytes);
    for (const one of this.kept) {
      if (sum <= MOST_BYTES_A_DAY) break;
      sum -= one.bytes;
      until = Math.max(until, one.at + DAY);
    }
    return Math.max(0, until - now);
  }

  note(bytes: number): void {
    this.kept.push({ at: this.clock.monotonic(), bytes });
  }
}
