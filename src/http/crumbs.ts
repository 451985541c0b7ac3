import { Budget, type Caller, type Rates } from './budget.js';
import type { Peer } from './peer.js';

/**
 * Smallest that TLS adds to a record, bytes: head, kind and tag of TLS 1.3 (RFC 8446, 5.2). By what was received in excess of what it
 * holds the records can be counted, which nobody else tells.
 */
const RECORD_OVERHEAD = 22;
/** So many bytes in a record are no crumbs: a client that writes a sale line by line sends as many. */
const USUAL_RECORD = 256;
/** The largest record (RFC 8446, 5.2), bytes: of one that has come in part nothing is held yet. */
const LARGEST_RECORD = 16_640;

/**
 * Crumbs: records of TLS with next to nothing in them. Each costs the box some microseconds, whatever it holds, so that one neighbour
 * with half a megabyte a second would take all of its time.
 */
export const CRUMBS: Rates = {
  stranger: { perSecond: 300, burst: 600 },
  known: { perSecond: 1000, burst: 2000 },
  local: { perSecond: 1000, burst: 2000 },
  allStrangers: { perSecond: 600, burst: 1200 },
  allOthers: { perSecond: 2000, burst: 4000 },
  maxWait: 20_000,
};

/** Lets connections that come in crumbs rest, those of one caller, and those of all strangers together. */
export class Crumbs {
  private readonly budget: Budget;

  /** @param monotonic a clock that never jumps, ms */
  constructor(
    monotonic: () => number,
    private readonly callers: {
      readonly callerAt: (remoteAddress: string | undefined) => { readonly kind: Caller; readonly peer: Peer };
    },
  ) {
    this.budget = new Budget(monotonic, CRUMBS);
  }

  /** Counts those of one connection. */
  of(remoteAddress: string | undefined): CrumbCount {
    return new CrumbCount((crumbs) => {
      const { kind, peer } = this.callers.callerAt(remoteAddress);
      return this.budget.take(kind, peer.address, crumbs);
    });
  }
}

/** The crumbs of one connection. */
export class CrumbCount {
  /** Bytes that have come beyond what they held, in usual records and none in part. */
  private excess = 0;

  /** @param take how long so many crumbs have to wait, ms; undefined: too long */
  constructor(private readonly take: (crumbs: number) => number | undefined) {}

  /** How long nothing more is read, ms, where so many bytes have come with so many in them; undefined: it is to be closed. */
  restAfter(received: number, held: number): number | undefined {
    const usual = (held / USUAL_RECORD) * RECORD_OVERHEAD;
    this.excess = Math.max(0, this.excess + received - held - usual);
    const crumbs = Math.floor((this.excess - LARGEST_RECORD) / RECORD_OVERHEAD);
    if (crumbs <= 0) return 0;
    this.excess -= crumbs * RECORD_OVERHEAD;
    return this.take(crumbs);
  }
}
