import type { Tally } from './takeIn.js';

/** Shortest interval between lines about ingested records, ms. */
const EVERY = 10_000;

/** Reports progress in plain lines: alarms at once, counts at intervals. */
export class Saying {
  private taken = 0;
  private repeats = 0;
  private since = -Infinity;

  constructor(private readonly say: (line: string) => void) {}

  note({ taken, repeats, alarms }: Tally): void {
    this.taken += taken;
    this.repeats += repeats;
    for (const { kind, box, message } of alarms) {
      this.say(`ALARM ${kind}: ${box === undefined ? '' : `box ${box}: `}${message}`);
    }
    this.perhaps();
  }

  /** Reports the counts, if the interval has passed. */
  perhaps(): void {
    if (this.taken + this.repeats > 0 && performance.now() - this.since >= EVERY) this.flush();
  }

  flush(): void {
    if (this.taken + this.repeats > 0)
      this.say(`records taken in: ${this.taken}; repeats passed over: ${this.repeats}`);
    [this.taken, this.repeats, this.since] = [0, 0, performance.now()];
  }
}
