import { Throttle, type Caller, type Rates } from './throttle.js';
import type { Peer } from './peer.js';

/**
 * Smallest overhead of a TLS record, bytes: header, content type and tag of TLS 1.3 (RFC 8446, 5.2). Node does not
 * report records; their number follows from the bytes received in excess of the plaintext.
 */
const RECORD_OVERHEAD = 22;
/** Records of this size, bytes, are not limited: a client that writes a sale line by line sends such records. */
const USUAL_RECORD = 256;
/**
 * Largest record (RFC 8446, 5.2), bytes. A partly received record has no plaintext yet, so that much excess is normal.
 */
const LARGEST_RECORD = 16_640;

/**
 * Allowed rates of crumbs: TLS records with almost no payload. Each record costs some microseconds whatever its size,
 * so one client sending 0.5 MB/s in one-byte records would use the whole CPU.
 */
export const CRUMBS: Rates = {
  stranger: { perSecond: 300, burst: 600 },
  known: { perSecond: 1000, burst: 2000 },
  local: { perSecond: 1000, burst: 2000 },
  allStrangers: { perSecond: 600, burst: 1200 },
  allOthers: { perSecond: 2000, burst: 4000 },
  maxWait: 20_000,
};

/** Pauses reading from connections that send crumbs. Limits apply per caller and to all strangers together. */
export class Crumbs {
  private readonly throttle: Throttle;

  /** @param monotonic a clock that never jumps, ms */
  constructor(
    monotonic: () => number,
    private readonly callers: {
      readonly callerAt: (remoteAddress: string | undefined) => { readonly kind: Caller; readonly peer: Peer };
    },
  ) {
    this.throttle = new Throttle(monotonic, CRUMBS);
  }

  /** Creates the counter of one connection. */
  of(remoteAddress: string | undefined): CrumbCount {
    return new CrumbCount((crumbs) => {
      const { kind, peer } = this.callers.callerAt(remoteAddress);
      return this.throttle.take(kind, peer.address, crumbs);
    });
  }
}

/** Counts the crumbs of one connection. */
export class CrumbCount {
  /** Bytes received beyond the plaintext and the overhead of records of {@link USUAL_RECORD}. */
  private excess = 0;

  /** @param take returns the pause for this many crumbs, ms; undefined: close the connection */
  constructor(private readonly take: (crumbs: number) => number | undefined) {}

  /**
   * Returns how long to stop reading, ms, after `received` bytes with `held` bytes of plaintext; undefined: close the
   * connection.
   */
  restAfter(received: number, held: number): number | undefined {
    const usual = (held / USUAL_RECORD) * RECORD_OVERHEAD;
    this.excess = Math.max(0, this.excess + received - held - usual);
    const crumbs = Math.floor((this.excess - LARGEST_RECORD) / RECORD_OVERHEAD);
    if (crumbs <= 0) return 0;
    this.excess -= crumbs * RECORD_OVERHEAD;
    return this.take(crumbs);
  }
}
