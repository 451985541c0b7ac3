import type { Clock } from '../base/index.js';
import type { GroupMessage } from '../delivery/index.js';

/** Of messages that come for a key only one is looked at in so long, the newest, ms: each costs time to read, and flash to keep. */
const PAUSE = 5_000;

interface Arrival {
  readonly message: GroupMessage;
  /** Monotonic time before which it is not looked at, ms. */
  readonly notBefore: number;
}

/** The newest message of each key, until nothing more is to be done with it. Nothing is lost with the box: the server has it. */
export class Arrivals {
  private readonly newest = new Map<string, Arrival>();
  /** Monotonic time when the next one of a key may be looked at, ms. */
  private readonly next = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  get isEmpty(): boolean {
    return this.newest.size === 0;
  }

  hear(key: string, message: GroupMessage): void {
    this.newest.set(key, { message, notBefore: this.next.get(key) ?? 0 });
  }

  /** Those whose time has come. */
  due(): (readonly [string, GroupMessage])[] {
    const now = this.clock.monotonic();
    return [...this.newest].flatMap(([key, { message, notBefore }]) => {
      if (notBefore > now) return [];
      this.next.set(key, now + PAUSE);
      return [[key, message] as const];
    });
  }

  /** What could not be taken may be taken now. */
  lookAgain(): void {
    for (const [key, { message }] of this.newest) this.hear(key, message);
  }

  /** It was looked at, and is again after `wait` ms; undefined: never. A newer one that has come meanwhile stays. */
  settle(key: string, message: GroupMessage, wait: number | undefined): void {
    if (this.newest.get(key)?.message !== message) return;
    if (wait === undefined) this.newest.delete(key);
    else this.newest.set(key, { message, notBefore: this.clock.monotonic() + wait });
  }
}
