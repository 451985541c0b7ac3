import { randomFillSync } from 'node:crypto';

/** One system call serves hundreds of receipts, because a call takes as long as signing a demo receipt. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** `length` cryptographically random bytes, at most 4,096; each byte is returned only once. */
export function secureRandom(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + length));
  pool.fill(0, used, used + length);
  used += length;
  return bytes;
}
