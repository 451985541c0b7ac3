import { hashOf, mixed } from './columns.js';

/** Bits and probes per key; the rate of false positives is 1 in 2,000. */
const BITS_PER_KEY = 16;
const PROBES = 11;

/**
 * A Bloom filter of the keys of one full segment. It rules out nearly every segment, so a look-up over years of
 * receipts opens only the index with the answer, and a new idempotency key opens none.
 */
export class BloomFilter {
  private constructor(private readonly bits: Uint8Array) {}

  /** Builds the filter from the hashes of the keys (`hashOf`). */
  static of(hashes: readonly number[]): BloomFilter {
    const bits = new Uint8Array(Math.ceil((hashes.length * BITS_PER_KEY) / 8));
    for (const hash of hashes) {
      const step = stepOf(hash);
      for (let i = 0; i < PROBES; i += 1) {
        const bit = (hash + i * step + wideningOf(i)) % (bits.length * 8);
        bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
    return new BloomFilter(bits);
  }

  static from(bytes: Uint8Array): BloomFilter {
    return new BloomFilter(bytes);
  }

  /** False when the key is certainly absent. */
  mayHold(key: string): boolean {
    const { bits } = this;
    if (bits.length === 0) return false;
    const bytes = Buffer.from(key);
    const hash = hashOf(bytes, 0, bytes.length);
    const step = stepOf(hash);
    for (let i = 0; i < PROBES; i += 1) {
      const bit = (hash + i * step + wideningOf(i)) % (bits.length * 8);
      if (((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  get bytes(): Uint8Array {
    return this.bits;
  }
}

/** Distance from one probe of a key to the next; odd, because the number of bits is even. */
function stepOf(hash: number): number {
  return (mixed(hash ^ 0x5bd1e995) | 1) >>> 0;
}

/**
 * How much further probe `i` is than with equal steps (enhanced double hashing, Dillinger and Manolios 2004). In a
 * small filter, two keys with equal steps would otherwise share most of their bits.
 */
function wideningOf(i: number): number {
  return (i * i * i - i) / 6;
}
