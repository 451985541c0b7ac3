import { Throttle } from './throttle.js';
import type { ConnectionLimiter } from './connectionLimiter.js';

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
