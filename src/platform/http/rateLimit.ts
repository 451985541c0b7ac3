import { Throttle } from './throttle.js';
import type { ConnectionLimiter } from './connectionLimiter.js';

/** The window of a caller after a call was counted. */
interface WindowState {
  /** Remaining calls. */
  readonly remaining: number;
  /** Calls above the limit; 0 when this call is within it. */
  readonly excess: number;
  /** Time to the end of the window, ms. */
  readonly resetMs: number;
}

/** Limits calls per fixed window: the first call opens a window, and a call after its end opens the next. */
export class RateLimit {
  private readonly windows = new Map<number, { readonly opened: number; count: number }>();

  /**
   * @param limit calls per window
   * @param windowMs length of the window, ms
   * @param now a clock that never jumps, ms
   */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => number,
  ) {}

  /** Counts a call of `id`; false when it is above the limit. */
  take(id: number): boolean {
    return this.count(id).excess <= 0;
  }

  /** Counts a call of `id`, and returns the state of its window. */
  count(id: number): WindowState {
    const now = this.now();
    let window = this.windows.get(id);
    if (window === undefined || now - window.opened >= this.windowMs) {
      window = { opened: now, count: 0 };
      this.windows.set(id, window);
    }
    window.count += 1;
    const { opened, count } = window;
    return {
      remaining: Math.max(0, this.limit - count),
      excess: Math.max(0, count - this.limit),
      // Not computed as end of the window minus now, which may be a millionth of a millisecond longer than the window.
      resetMs: this.windowMs - (now - opened),
    };
  }
}

/** Rates of requests that no rate limit of a key covers. A page with its fonts and its script is six of them. */
const UNLIMITED_REQUESTS = {
  stranger: { perSecond: 20, burst: 40 },
  known: { perSecond: 50, burst: 60 },
  local: { perSecond: 100, burst: 100 },
  allStrangers: { perSecond: 50, burst: 50 },
  allOthers: { perSecond: 100, burst: 100 },
  maxWait: 2000,
} as const;

/** Rates of requests of a key above its rate limit. */
const REFUSED_REQUESTS = {
  ...UNLIMITED_REQUESTS,
  known: { perSecond: 20, burst: 60 },
} as const;

/**
 * Limits the cost of requests that no rate limit of a key covers, so that sales have the rest of the box; above a rate
 * they wait. Each connection has one request at a time, so the number of waiting requests is limited by that of
 * connections.
 */
export class RequestThrottle {
  private readonly unlimited: Throttle;
  private readonly refused: Throttle;

  /** @param monotonic a clock that never jumps, ms */
  constructor(
    monotonic: () => number,
    private readonly connectionLimiter: Pick<ConnectionLimiter, 'callerAt'>,
  ) {
    this.unlimited = new Throttle(monotonic, UNLIMITED_REQUESTS);
    this.refused = new Throttle(monotonic, REFUSED_REQUESTS);
  }

  /** How long a request from this address has to wait, ms; undefined: so many wait that it is refused. */
  take(remoteAddress: string | undefined): number | undefined {
    const { kind, peer } = this.connectionLimiter.callerAt(remoteAddress);
    return this.unlimited.take(kind, peer.address);
  }

  /** As {@link take}, for the refusal of a request whose key calls too often. */
  takeRefused(key: number): number | undefined {
    return this.refused.take('known', key);
  }
}
