import { base32nopad } from '@scure/base';

/**
 * Keys of NATS users (NKeys): an Ed25519 key of 32 bytes between its kind and a checksum, in base32
 * (github.com/nats-io/nkeys). A seed has two kinds: that of a seed, and that of the key it belongs to.
 */
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 2;
/** Kind of a user's public key; its text begins with U. */
const USER = 20 << 3;
/** Kind of a user's seed; its text begins with SU. */
const SEED_OF_USER: readonly number[] = [(18 << 3) | (USER >> 5), (USER & 31) << 3];

/**
 * The private key, 32 bytes, from the seed of a user, `SU` and 56 more characters; undefined when it is not a seed, or
 * mistyped.
 */
export function readUserSeed(text: string): Buffer | undefined {
  const bytes = decoded(text);
  const end = SEED_OF_USER.length + KEY_BYTES;
  if (bytes?.length !== end + CHECKSUM_BYTES) return undefined;
  if (!SEED_OF_USER.every((kind, at) => bytes[at] === kind)) return undefined;
  if (checksumOf(bytes.subarray(0, end)) !== bytes.readUInt16LE(end)) return undefined;
  return bytes.subarray(SEED_OF_USER.length, end);
}

/** The public key of a user in the form of NATS, `U` and 55 more characters. `point`: 32 bytes. */
export function userKeyText(point: Uint8Array): string {
  const body = Buffer.from([USER, ...point]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt16LE(checksumOf(body));
  return base32nopad.encode(Buffer.concat([body, checksum]));
}

function decoded(text: string): Buffer | undefined {
  try {
    return Buffer.from(base32nopad.decode(text));
  } catch {
    return undefined;
  }
}

/** CRC-16 of XMODEM (polynomial 0x1021). */
function checksumOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
