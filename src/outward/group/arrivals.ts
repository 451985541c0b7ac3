import type { Clock } from '../../base/index.js';
import type { GroupMessage } from '../delivery/index.js';

/** Only the newest message of a key is processed within this time, ms: each costs time to read, and flash to store. */
const PAUSE = 5_000;

interface Arrival {
  readonly message: GroupMessage;
  /** Monotonic time before which it is not processed, ms. */
  readonly notBefore: number;
}

/**
 * The newest message of each key, until it is fully processed. Messages are only in memory, since the server still has
 * them.
 */
export class Arrivals {
  private readonly newest = new Map<string, Arrival>();
  /** Monotonic time when the next message of a key may be processed, ms. */
  private readonly next = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  get isEmpty(): boolean {
    return this.newest.size === 0;
  }

  hear(key: string, message: GroupMessage): void {
    this.newest.set(key, { message, notBefore: this.next.get(key) ?? 0 });
  }

  /** Messages that are due. */
  due(): (readonly [string, GroupMessage])[] {
    const now = this.clock.monotonic();
    return [...this.newest].flatMap(([key, { message, notBefore }]) => {
      if (notBefore > now) return [];
      this.next.set(key, now + PAUSE);
      return [[key, message] as const];
    });
  }

  /** Makes all messages due again, since they may be accepted now. */
  lookAgain(): void {
    for (const [key, { message }] of this.newest) this.hear(key, message);
  }

  /**
   * Records that a message was processed. It becomes due again after `wait` ms; undefined: never. A newer message that
   * has arrived meanwhile is not affected.
   */
  settle(key: string, message: GroupMessage, wait: number | undefined): void {
    if (this.newest.get(key)?.message !== message) return;
    if (wait === undefined) this.newest.delete(key);
    else this.newest.set(key, { message, notBefore: this.clock.monotonic() + wait });
  }
}
