/** So many a second on average; `burst` at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Who wants something done: an address that is not known, a known one or a key, the programs on the box itself. */
export type Caller = 'stranger' | 'known' | 'local';

/** The rate of each caller of a kind, and those of all strangers together and of all others together. */
export interface Rates extends Readonly<Record<Caller | 'allStrangers' | 'allOthers', Rate>> {
  /** The longest wait, ms; what would wait longer is refused. */
  readonly maxWait: number;
}

/** Callers whose use is remembered. One that is forgotten has its whole burst again, but not that of all. */
const MAX_CALLERS = 512;

/** A token bucket: how much may be done, and how long the rest waits (the generic cell rate algorithm of ITU-T I.371). */
class TokenBucket {
  /** When the bucket is full again, ms. */
  private fullAt = -Infinity;
  private readonly interval: number;

  constructor(private readonly rate: Rate) {
    this.interval = 1000 / rate.perSecond;
  }

  /** How long so many that are taken now would have to wait, ms. */
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

/** Bounds how often each caller does something that costs the box, and how often all strangers do. */
export class Budget {
  /** By kind and id; the one that was used the longest ago comes first. */
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

  /** Takes one or more, and says how long they have to wait, ms; undefined, and nothing is taken, when that would be too long. */
  take(kind: Caller, id: string | number, count = 1): number | undefined {
    const now = this.monotonic();
    const drawn = this.drawnFor(kind, id);
    const wait = Math.max(...drawn.map((bucket) => bucket.wait(now, count)));
    if (wait > this.rates.maxWait) return undefined;
    for (const bucket of drawn) bucket.take(now, count);
    return wait;
  }

  /** What was taken was not used after all. */
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
