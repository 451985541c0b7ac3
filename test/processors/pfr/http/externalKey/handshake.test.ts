import { X509Certificate } from 'node:crypto';
import { createServer, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../../src/processors/pfr/http/channel.js';
import { pinOf } from '../../../../../src/processors/pfr/http/peerCertificate.js';
import { afterRequest, ANSWER, base, during, INVOICE, outcomeText } from '../servers.js';
import { identities, meeting } from '../tlsServers.js';
import { keyOf } from './keys.js';

test('a key that is elsewhere signs once, and the sessions of later connections are resumed', async () => {
  const { client, trusting, asking } = await identities;
  const key = keyOf(client);
  const { ends, seen } = await meeting(
    { ...asking, ALPNProtocols: ['http/1.1'] },
    { ...trusting, client: key },
    { times: 10 },
  );
  assert.equal(
    ends.map(outcomeText),
    ends.map(() => '200 0100'),
  );
  assert.is(key.asked.length, 1);
  const first = { protocol: 'TLSv1.2', alpn: 'http/1.1', known: true, resumed: false };
  assert.equal(seen.agreed, [first, ...Array.from({ length: 9 }, () => ({ ...first, resumed: true }))]);
});

test('a server that is not trusted gets neither a signature nor a request, and its key is told', async () => {
  const { client, servers, asking, server } = await identities;
  const pin = pinOf(new X509Certificate(server.cert));
  const other = await servers.server('127.0.0.2');
  const trusting = { ca: servers.ca };
  for (const [serves, tls, reason] of [
    [server, { reportsKey: true }, { cause: 'trust', detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', seen: pin }],
    [server, {}, { cause: 'trust', detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
    [other, trusting, { cause: 'trust', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    [server, { ...trusting, pin: `sha256/${'A'.repeat(43)}=` }, { cause: 'pin', detail: 'EKEYREJECTED' }],
  ] as const) {
    const key = keyOf(client);
    const { ends, seen } = await meeting({ ...asking, ...serves }, { ...tls, client: key });
    assert.equal(ends, [{ kind: 'unsent', reason }]);
    assert.equal([key.asked.length, seen.bytes], [0, 0]);
  }
});

test('a pinned server needs no authority, and its sessions are resumed', async () => {
  const { client, asking, server } = await identities;
  const key = keyOf(client);
  const pin = pinOf(new X509Certificate(server.cert))!;
  const { ends } = await meeting(asking, { pin, client: key }, { times: 3 });
  assert.equal([ends.map(outcomeText), key.asked.length], [['200 0100', '200 0100', '200 0100'], 1]);
});

test('a session is not resumed once the clock is right when its server was judged without one', async () => {
  const { client, asking, server, trusting } = await identities;
  const key = keyOf(client);
  const listening = createServer({ ...server, ...asking }, (socket) => {
    socket.on('error', () => undefined);
    afterRequest(socket, () => socket.end(ANSWER));
  });
  await during(listening, async (port) => {
    let isClockTrusted = false;
    const options = { base: base(`https://127.0.0.1:${port}`), tls: { ...trusting, client: key } };
    const channel = new HttpChannel({ ...options, isClockTrusted: () => isClockTrusted });
    const signed: number[] = [];
    for (const is of [false, false, true, true]) {
      isClockTrusted = is;
      assert.is(outcomeText(await channel.exchange(INVOICE)), '200 0100');
      signed.push(key.asked.length);
    }
    assert.equal(signed, [1, 1, 2, 2]);
  });
});

test('a name is sent to the server, and an address is not', async () => {
  const { client, servers, asking } = await identities;
  const names: (string | false)[] = [];
  for (const host of ['localhost', '127.0.0.1']) {
    const { ca, ...rest } = { ...(await servers.server(host)), ca: servers.ca };
    const listening = createServer({ ...rest, ...asking }, (socket) => {
      names.push((socket as TLSSocket & { servername: string | false }).servername);
      socket.on('error', () => undefined);
      afterRequest(socket, () => socket.end(ANSWER));
    });
    await during(listening, async (port) => {
      const tls = { ca, client: keyOf(client) };
      const channel = new HttpChannel({ base: base(`https://${host}:${port}`), tls });
      assert.is(outcomeText(await channel.exchange(INVOICE)), '200 0100');
    });
  }
  assert.equal(names, ['localhost', false]);
});

test('a GET keeps its connection for the next one', async () => {
  const { client, asking, server, trusting } = await identities;
  let connections = 0;
  const listening = createServer({ ...server, ...asking }, (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(ANSWER));
  });
  await during(listening, async (port) => {
    const tls = { ...trusting, client: keyOf(client) };
    const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls });
    const get = { method: 'GET', path: '/', headers: {}, timeout: 60_000 } as const;
    for (let times = 0; times < 3; times += 1) assert.is(outcomeText(await channel.exchange(get)), '200 0100');
  });
  assert.is(connections, 1);
});

test.run();
