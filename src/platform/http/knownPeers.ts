/** Maximum number of remembered addresses, and how long after the last valid key, ms. */
const MAX_KNOWN = 256;
export const KNOWN_FOR = 24 * 60 * 60 * 1000;

/** The addresses from which a valid key was recently sent: tablets, which have priority over strangers. */
export class KnownPeers {
  /** When each was last seen; least recent first. */
  private readonly seen = new Map<string, number>();

  /** @param monotonic a clock that never jumps, ms */
  constructor(private readonly monotonic: () => number) {}

  add(address: string): void {
    this.seen.delete(address);
    this.seen.set(address, this.monotonic());
    if (this.seen.size <= MAX_KNOWN) return;
    const [oldest = ''] = this.seen.keys();
    this.seen.delete(oldest);
  }

  forget(address: string): void {
    this.seen.delete(address);
  }

  has(address: string): boolean {
    const seen = this.seen.get(address);
    return seen !== undefined && this.monotonic() - seen < KNOWN_FOR;
  }
}
