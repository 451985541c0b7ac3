import { nkeys } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nkeyAuthenticator } from '../../../../src/outward/delivery/stream/nats.js';

test('a user is known by the same key as with the client of NATS, which takes the signature for its own', () => {
  for (let at = 0; at < 50; at += 1) {
    const pair = nkeys.createUser();
    const authenticate = nkeyAuthenticator(Buffer.from(pair.getSeed()).toString());
    const nonce = `nonce ${at}`;
    const { nkey, sig } = authenticate(nonce) as { readonly nkey: string; readonly sig: string };
    assert.is(nkey, pair.getPublicKey());
    assert.ok(pair.verify(Buffer.from(nonce), nkeys.decode(sig)));
    assert.is(sig, nkeys.encode(pair.sign(Buffer.from(nonce))));
  }
});

test('a server that requests no proof gets none', () => {
  const seed = Buffer.from(nkeys.createUser().getSeed()).toString();
  assert.equal((nkeyAuthenticator(seed)() as { readonly sig: string }).sig, '');
});

test.run();
