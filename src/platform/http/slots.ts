import { type Clock, failed, ok, type Release, type Result } from '../../base/index.js';

export interface SlotLimits {
  /** Maximum slots at a time: of one key, and in all. */
  readonly perKey: number;
  readonly inAll: number;
  /** Maximum requests of one key that may wait for a slot. */
  readonly waiting: number;
  /** Maximum wait of each of them, ms. */
  readonly longest: number;
}

/** Why a request gets no slot: too many of its key wait, its wait timed out, or its client has disconnected. */
export type NoSlot = 'full' | 'late' | 'gone';

interface Waiter {
  readonly key: number;
  readonly woken: AbortController;
  /** Of its slot, once it has one. */
  release: Release | undefined;
}

/**
 * Limits responses that take much memory or work, for each key and in all. The others wait in the order of their
 * requests; a request whose key has all its slots is skipped.
 */
export class Slots {
  /** Number of used slots, by key. */
  private readonly taken = new Map<number, number>();
  private readonly waiting: Waiter[] = [];

  constructor(
    private readonly limits: SlotLimits,
    private readonly clock: Pick<Clock, 'sleep'>,
  ) {}

  /**
   * Waits for a slot of `key`, which must be released when the response was sent. `gone` is aborted when the client
   * disconnects.
   */
  async take(key: number, gone: AbortSignal): Promise<Result<Release, NoSlot>> {
    if (this.isFree(key)) return ok(this.taking(key));
    if (this.waiting.filter((other) => other.key === key).length >= this.limits.waiting) return failed('full');
    const waiter: Waiter = { key, woken: new AbortController(), release: undefined };
    this.waiting.push(waiter);
    await this.clock.sleep(this.limits.longest, AbortSignal.any([waiter.woken.signal, gone]));
    const { release } = waiter;
    if (release === undefined) this.waiting.splice(this.waiting.indexOf(waiter), 1);
    // The client may have disconnected just when it got its slot.
    else if (gone.aborted) release();
    else return ok(release);
    return failed(gone.aborted ? 'gone' : 'late');
  }

  /** Uses one more slot of `key` for `ms`, because its request was expensive, so that others come first. */
  occupy(key: number, ms: number): void {
    const release = this.taking(key);
    void this.clock.sleep(ms).then(release);
  }

  private isFree(key: number): boolean {
    const { perKey, inAll } = this.limits;
    const all = Array.from(this.taken.values()).reduce((sum, count) => sum + count, 0);
    return all < inAll && (this.taken.get(key) ?? 0) < perKey;
  }

  private taking(key: number): Release {
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
      this.wakeNext();
    };
  }

  private wakeNext(): void {
    const at = this.waiting.findIndex(({ key }) => this.isFree(key));
    const [next] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (next === undefined) return;
    next.release = this.taking(next.key);
    next.woken.abort();
  }
}
