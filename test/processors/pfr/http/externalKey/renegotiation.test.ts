import { connect, createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../../src/processors/pfr/http/channel.js';
import { OpensslServer } from '../openssl.js';
import { base, during, INVOICE, outcomeText } from '../servers.js';
import { identities } from '../tlsServers.js';
import { keyOf } from './keys.js';

const ANSWER = 'HTTP/1.1 200 OK\nContent-Length: 4\n\n0100\n';
const REQUEST = /POST \/api\/v3\/invoices HTTP\/1\.1[^]*\{"[^]*":1\}/;
/** Two connections: on the first one nothing is asked, and so the second one goes without tickets. */
const LATE = ['-tls1_2', '-naccept', '2', '-crlf', '-msg'];

async function channelTo(port: number, who: 'client' | 'stranger' | 'impostor', before?: () => Promise<string>) {
  const { trusting, [who]: client } = await identities;
  const key = keyOf(client, before);
  return {
    key,
    channel: new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: { ...trusting, client: key } }),
  };
}

for (const [about, more] of [
  ['that starts anew', ['-no_resumption_on_reneg']],
  ['that may resume', []],
  ['without tickets', ['-no_ticket']],
] as const) {
  test(`a key that is elsewhere signs in a renegotiation ${about}, and the request is sent once`, async () => {
    await OpensslServer.during([...LATE, ...more], async (server, port) => {
      const { key, channel } = await channelTo(port, 'client');
      const ended = channel.exchange(INVOICE);
      await server.said(REQUEST);
      assert.is(key.asked.length, 0);
      server.say('R\n');
      await server.said(/<<< [^\n]*, CertificateVerify\n[^]*>>> [^\n]*, Finished\n/);
      server.say(ANSWER);
      assert.is(outcomeText(await ended), '200 0100');
      assert.is(server.count('POST /api/v3/invoices'), 1);
      assert.is(key.asked.length, 1);
    });
  });
}

test('an answer that arrives before the handshake that the server has asked for is used', async () => {
  await OpensslServer.during([...LATE, '-no_resumption_on_reneg'], async (server, port) => {
    let isHandshakeLost = false;
    const relay = createServer((inner) => {
      const outer = connect(port, '127.0.0.1');
      inner.on('data', (bytes) => isHandshakeLost || outer.write(bytes)).on('close', () => outer.destroy());
      outer.on('error', () => undefined).pipe(inner);
    });
    await during(relay, async (relayed) => {
      const { key, channel } = await channelTo(relayed, 'client');
      const ended = channel.exchange(INVOICE);
      await server.said(REQUEST);
      isHandshakeLost = true;
      server.say('R\n');
      await server.said(/>>> [^\n]*, HelloRequest\n/);
      server.say(ANSWER);
      assert.is(outcomeText(await ended), '200 0100');
      assert.is(key.asked.length, 0);
    });
  });
});

test('a key that refuses in a renegotiation loses the answer, with its word', async () => {
  await OpensslServer.during([...LATE, '-no_resumption_on_reneg'], async (server, port) => {
    const { channel } = await channelTo(port, 'client', () => Promise.resolve('removed'));
    const ended = channel.exchange(INVOICE);
    await server.said(REQUEST);
    server.say('R\n');
    assert.equal(await ended, { kind: 'lost', reason: { cause: 'certificate', detail: 'removed' } });
  });
});

test('a server that renegotiates without end is left', async () => {
  await OpensslServer.during([...LATE, '-no_resumption_on_reneg'], async (server, port) => {
    const { key, channel } = await channelTo(port, 'client');
    const ended = channel.exchange(INVOICE);
    await server.said(REQUEST);
    for (let times = 1; times <= 3; times += 1) {
      server.say('R\n');
      // Of the two first handshakes and of this one.
      await server.saidTimes(', Finished', 2 * (2 + times));
    }
    server.say('R\n');
    assert.equal(await ended, { kind: 'lost', reason: { cause: 'protocol', detail: 'TOO_MANY_HANDSHAKES' } });
    // OpenSSL asks for the certificate once.
    assert.is(key.asked.length, 1);
  });
});

for (const who of ['stranger', 'impostor'] as const) {
  test(`a certificate of another authority is refused, in the handshake or in a renegotiation, of the ${who}`, async () => {
    await OpensslServer.during(['-tls1_2', '-Verify', '1', '-verify_return_error'], async (server, port) => {
      const { channel } = await channelTo(port, who);
      assert.is(outcomeText(await channel.exchange(INVOICE)), 'unsent certificate');
      assert.is(server.count('POST'), 0);
    });
    await OpensslServer.during(
      ['-tls1_2', '-no_ticket', '-no_resumption_on_reneg', '-verify_return_error'],
      async (server, port) => {
        const { channel } = await channelTo(port, who);
        const ended = channel.exchange(INVOICE);
        await server.said(REQUEST);
        server.say('R\n');
        assert.is(outcomeText(await ended), 'lost certificate');
      },
    );
  });
}

test('a server of TLS 1.3 or 1.1 alone, or without authenticated encryption is not spoken to', async () => {
  for (const args of [
    ['-tls1_3'],
    ['-tls1_2', '-cipher', 'ECDHE+AES:!AESGCM:!AESCCM'],
    ['-tls1_1', '-cipher', 'ALL@SECLEVEL=0'],
  ]) {
    await OpensslServer.during(args, async (server, port) => {
      const { channel } = await channelTo(port, 'client');
      assert.is(outcomeText(await channel.exchange(INVOICE)), 'unsent protocol', args.join(' '));
      assert.is(server.count('POST'), 0);
    });
  }
});

test.run();
