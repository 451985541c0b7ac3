import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Authenticator } from '@nats-io/transport-node';
import { readUserSeed, userKeyText } from '../../../base/index.js';

/**
 * The PKCS #8 prefix of an Ed25519 key of 32 bytes (RFC 8410), and the length of the prefix of a public key in SPKI.
 */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = 12;

/**
 * Proves to a server that this box has the seed of a user, which was checked with the setting. The client's own
 * authenticator computes this in JavaScript, which would block sales for 5 to 100 ms; OpenSSL takes a tenth of a
 * millisecond.
 */
export function nkeyAuthenticator(seed: string): Authenticator {
  const secret = readUserSeed(seed);
  if (secret === undefined) throw new Error('the seed of the setting is none');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD);
  const nkey = userKeyText(point);
  return (nonce) => ({
    nkey,
    sig: nonce === undefined ? '' : sign(null, Buffer.from(nonce), key).toString('base64'),
  });
}
