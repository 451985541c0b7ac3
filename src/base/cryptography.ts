import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import type { UtcMs } from './time.js';

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

/**
 * A UUID version 7 (RFC 9562, section 5.7), lower case. Its 12 bits `rand_a` are `hint` modulo 4096, the ledger's
 * segment number, so that a uuid alone is enough to find its segment; 62 bits are random.
 */
export function uuidV7(at: UtcMs, hint: number): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt16BE(0x7000 | (hint & 0xfff), 6);
  secureRandom(8).copy(bytes, 8);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return uuidFromBytes(bytes);
}

/** True when `text` has the form of {@link uuidV7}. */
export function isUuidV7(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);
}

/** The 12 bits of the hint given to {@link uuidV7}. */
export function uuidHint(uuid: string): number {
  return Number.parseInt(uuid.slice(15, 18), 16);
}

/** The 16 bytes of a uuid in its 36 character form. */
export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** The 36 character form, lower case, of 16 bytes. */
export function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
