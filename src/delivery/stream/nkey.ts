import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Authenticator } from '@nats-io/transport-node';

/** RFC 4648. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Of a seed: two bytes of kind, the key, a checksum. */
const KEY = { start: 2, end: 34 } as const;
const CHECKSUM_BYTES = 2;
/** Kind of the public key of a user: its text begins with U. */
const USER = 20 << 3;
/** An Ed25519 key of 32 bytes as PKCS #8 (RFC 8410), without these; and how long what is before a public one in SPKI is. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = 12;

/**
 * Proves to a server that this box has the seed of a user. The client's own authenticator computes that in JavaScript, for 5 to 100 ms in
 * which a sale would wait; OpenSSL takes a tenth of a millisecond. A wrong seed is refused by the server.
 */
export function nkeyAuthenticator(seed: string): Authenticator {
  const secret = bytesOf(seed).subarray(KEY.start, KEY.end);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD);
  const body = Buffer.from([USER, ...point]);
  const nkey = textOf(Buffer.concat([body, checksumOf(body)]));
  return (nonce) => ({
    nkey,
    sig: nonce === undefined ? '' : sign(null, Buffer.from(nonce), key).toString('base64'),
  });
}

function bytesOf(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
}

function textOf(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{1,5}/g, (five) => ALPHABET.charAt(parseInt(five.padEnd(5, '0'), 2)));
}

/** CRC-16 of XMODEM (polynomial 0x1021), the lower byte first. */
function checksumOf(bytes: Buffer): Buffer {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt16LE(crc);
  return checksum;
}
