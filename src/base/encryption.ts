import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

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

/** Length of a key, octets. */
export const KEY_LENGTH = 32;

/** AES-256-GCM with random nonces (NIST SP 800-38D): far below its limit of 2^32 texts under one key. */
const CIPHER = 'aes-256-gcm';
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Nonce, encrypted text and tag. Decryption requires the same key and the same `boundTo`, which is not part of it. */
export function encryptText(key: Buffer, boundTo: Buffer, text: string): Buffer {
  const nonce = secureRandom(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** The text given to {@link encryptText}; undefined when the bytes were changed, or key or `boundTo` differ. */
export function decryptText(key: Buffer, boundTo: Buffer, bytes: Buffer): string | undefined {
  if (bytes.length < NONCE_LENGTH + TAG_LENGTH) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_LENGTH), { authTagLength: TAG_LENGTH });
  decipher.setAAD(boundTo).setAuthTag(bytes.subarray(-TAG_LENGTH));
  try {
    const text = [decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()];
    return Buffer.concat(text).toString();
  } catch {
    return undefined;
  }
}
