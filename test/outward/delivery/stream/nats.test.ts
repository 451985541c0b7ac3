import { nkeys } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NatsCarrier, nkeyAuthenticator } from '../../../../src/outward/delivery/stream/nats.js';
import { NatsServer, NO_NATS } from '../../../kit/nats/server.js';
import { cleanUp } from '../../../kit/process.js';

test.after(cleanUp);

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

if (NO_NATS === undefined) {
  test('a server whose JetStream is not ready, as after a reload, is not taken for one with a wrong answer', async () => {
    const server = await NatsServer.start([]);
    await server.kill();
    server.hasJetStream = false;
    await server.run();
    const { url, owner, authority } = server;
    const setting = { url, credentials: owner.seed, ca: authority.ca, subject: 'kasirbox.novi-sad-1' };
    const connected = await new NatsCarrier(setting, '1'.repeat(32)).connect(new AbortController().signal);
    assert.ok(connected.ok);
    const published = await connected.value.publishState(Buffer.from('x'));
    const expected = { kind: 'server', status: null, cause: 'JetStreamNotEnabled', retryAfter: 0 };
    assert.equal(published.ok ? undefined : published.error, expected);
    await connected.value.close();
    await server.kill();
  });
}

test.run();
