import { hashOf, mixed } from './columns.js';

/** Bits and probes per key: one wrong "maybe" in 2,000. */
const BITS_PER_KEY = 16;
const PROBES = 11;

/**
 * A Bloom filter over the keys of one sealed segment: says "certainly not here" for nearly every segment, so that a
 * look-up over years of receipts opens the one index that holds the answer, and a new idempotency key opens none.
 */
export class KeyFilter {
  private constructor(private readonly bits: Uint8Array) {}

  /** Of the hashes of the keys (`hashOf`). */
  static of(hashes: readonly number[]): KeyFilter {
    const bits = new Uint8Array(Math.ceil((hashes.length * BITS_PER_KEY) / 8));
    for (const hash of hashes) {
      const step = stepOf(hash);
      for (let i = 0; i < PROBES; i += 1) {
        const bit = (hash + i * step + wideningOf(i)) % (bits.length * 8);
        bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
    return new KeyFilter(bits);
  }

  static from(bytes: Uint8Array): KeyFilter {
    return new KeyFilter(bytes);
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

/** How far one probe of a key is from the next; odd, as the number of bits is even. */
function stepOf(hash: number): number {
  return (mixed(hash ^ 0x5bd1e995) | 1) >>> 0;
}

/**
 * What probe `i` is further away than equal steps would have it (enhanced double hashing, Dillinger and Manolios 2004): in
 * a small filter two keys of equal steps would else share most of their bits.
 */
function wideningOf(i: number): number {
  return (i * i * i - i) / 6;
}
