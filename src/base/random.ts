import { randomFillSync } from 'node:crypto';

/** Drawn in batches: one system call for hundreds of receipts, since a call costs as much as signing a demo receipt. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** `length` cryptographically random bytes, at most 4,096; each byte is given out once. */
export function drawRandom(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + length));
  pool.fill(0, used, used + length);
  used += length;
  return bytes;
}
