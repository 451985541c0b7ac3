import type { UtcMs } from './time.js';
import { secureRandom } from './encryption.js';

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
