import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Authenticator } from '@nats-io/transport-node';
import { readUserSeed, userKeyText } from '../../base/index.js';

/** An Ed25519 key of 32 bytes as PKCS #8 (RFC 8410), without these; and how long what is before a public one in SPKI is. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = 12;

/**
 * Proves to a server that this box has the seed of a user, which the setting has checked. The client's own authenticator computes that in
 * JavaScript, for 5 to 100 ms in which a sale would wait; OpenSSL takes a tenth of a millisecond.
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
