/** Average rate per second; `burst` is allowed at once after a pause. */
interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Kinds of callers: an unknown address, a known one or a key, and programs on the box itself. */
export type Caller = 'stranger' | 'known' | 'local';

/** The rate of each caller by kind, of all strangers together, and of all others together. */
export interface Rates extends Readonly<Record<Caller | 'allStrangers' | 'allOthers', Rate>> {
  /** Maximum wait, ms; a longer wait is refused. */
  readonly maxWait: number;
}

/**
 * Maximum number of remembered callers. A forgotten one has its full burst again, but the shared limits still apply.
 */
const MAX_CALLERS = 512;

/**
 * A token bucket: how much is allowed, and how long the rest waits (the generic cell rate algorithm of ITU-T I.371).
 */
class TokenBucket {
  /** When the bucket is full again, ms. */
  private fullAt = -Infinity;
  private readonly interval: number;

  constructor(private readonly rate: Rate) {
    this.interval = 1000 / rate.perSecond;
  }

  /** How long `count` tokens taken now would have to wait, ms. */
  wait(now: number, count: number): number {
    return Math.max(0, Math.max(this.fullAt, now) + (count - this.rate.burst) * this.interval - now);
  }

  take(now: number, count: number): void {
    this.fullAt = Math.max(this.fullAt, now) + count * this.interval;
  }

  giveBack(): void {
    this.fullAt -= this.interval;
  }
}

/** Limits how often each caller does something expensive, and how often all strangers together do. */
export class Throttle {
  /** By kind and id; least recently used first. */
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly ofAllStrangers: TokenBucket;
  private readonly ofAllOthers: TokenBucket;

  /** @param monotonic a clock that never jumps, ms */
  constructor(
    private readonly monotonic: () => number,
    private readonly rates: Rates,
  ) {
    this.ofAllStrangers = new TokenBucket(rates.allStrangers);
    this.ofAllOthers = new TokenBucket(rates.allOthers);
  }

  /**
   * Takes one or more tokens, and returns how long the caller has to wait, ms. Undefined, without taking any, when the
   * wait would be too long.
   */
  take(kind: Caller, id: string | number, count = 1): number | undefined {
    const now = this.monotonic();
    const drawn = this.drawnFor(kind, id);
    const wait = Math.max(...drawn.map((bucket) => bucket.wait(now, count)));
    if (wait > this.rates.maxWait) return undefined;
    for (const bucket of drawn) bucket.take(now, count);
    return wait;
  }

  /** Returns a token that was not used. */
  giveBack(kind: Caller, id: string | number): void {
    for (const bucket of this.drawnFor(kind, id)) bucket.giveBack();
  }

  private drawnFor(kind: Caller, id: string | number): TokenBucket[] {
    return [
      this.bucketOf(`${kind} ${id}`, this.rates[kind]),
      kind === 'stranger' ? this.ofAllStrangers : this.ofAllOthers,
    ];
  }

  private bucketOf(id: string, rate: Rate): TokenBucket {
    const bucket = this.buckets.get(id) ?? new TokenBucket(rate);
    this.buckets.delete(id);
    this.buckets.set(id, bucket);
    if (this.buckets.size > MAX_CALLERS) {
      const [oldest = ''] = this.buckets.keys();
      this.buckets.delete(oldest);
    }
    return bucket;
  }
}
