import { createHash } from 'node:crypto';

/** Bits and probes per key: one wrong "maybe" in 2,000. */
const BITS_PER_KEY = 16;
const PROBES = 11;

/**
 * A Bloom filter over the keys of one sealed segment: says "certainly not here" for nearly every segment, so that a
 * look-up over years of receipts opens the one index that holds the answer, and a new idempotency key opens none.
 */
export class KeyFilter {
  private constructor(private readonly bits: Uint8Array) {}

  static of(keys: readonly string[]): KeyFilter {
    const filter = new KeyFilter(new Uint8Array(Math.ceil((keys.length * BITS_PER_KEY) / 8)));
    for (const bit of keys.flatMap((key) => filter.probes(key))) {
      filter.bits[bit >> 3] = (filter.bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
    return filter;
  }

  static from(bytes: Uint8Array): KeyFilter {
    return new KeyFilter(bytes);
  }

  /** False when the key is certainly absent. */
  mayHold(key: string): boolean {
    return (
      this.bits.length > 0 && this.probes(key).every((bit) => ((this.bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
    );
  }

  get bytes(): Uint8Array {
    return this.bits;
  }

  private probes(key: string): number[] {
    const digest = createHash('sha256').update(key).digest();
    const step = (digest.readUInt32LE(4) | 1) >>> 0;
    const size = this.bits.length * 8;
    return Array.from({ length: PROBES }, (_, i) => (digest.readUInt32LE(0) + i * step) % size);
  }
}
