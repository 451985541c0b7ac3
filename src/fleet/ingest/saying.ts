import type { Tally } from './takeIn.js';

/** A line about what was taken in comes this often at most, ms. */
const EVERY = 10_000;

/** Says in plain lines what is done: alarms at once, counts now and then. */
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

  /** Says what was counted, if the last time is long ago. */
  perhaps(): void {
    if (this.taken + this.repeats > 0 && performance.now() - this.since >= EVERY) this.flush();
  }

  flush(): void {
    if (this.taken + this.repeats > 0)
      this.say(`records taken in: ${this.taken}; repeats passed over: ${this.repeats}`);
    [this.taken, this.repeats, this.since] = [0, 0, performance.now()];
  }
}
