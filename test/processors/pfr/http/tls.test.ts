import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../src/processors/pfr/http/channel.js';
import { type TestAuthority, testAuthority } from '../../../kit/smtp/certificate.js';
import { afterRequest, ANSWER, base, channelTo, during, INVOICE, SOON, outcomeText } from './servers.js';
import { identities, meeting } from './tlsServers.js';

test('the client certificate is shown, over TLS 1.2 and HTTP/1.1', async () => {
  const { client, trusting, asking } = await identities;
  const { ends, seen } = await meeting({ ...asking, ALPNProtocols: ['h2', 'http/1.1'] }, { ...trusting, client });
  assert.equal(ends.map(outcomeText), ['200 0100']);
  assert.equal(seen.agreed, [{ protocol: 'TLSv1.2', alpn: 'http/1.1', known: true, resumed: false }]);
});

test('a server is told its name, and never its address', async () => {
  const { servers, server, trusting } = await identities;
  const named = await servers.server('localhost');
  const asked: string[] = [];
  for (const [host, identity] of [
    ['localhost', named],
    ['127.0.0.1', server],
  ] as const) {
    const SNICallback = (name: string, done: (error: null) => void): void => {
      asked.push(name);
      done(null);
    };
    const { ends } = await meeting({ ...identity, SNICallback }, trusting, { host });
    assert.equal(ends.map(outcomeText), ['200 0100'], host);
  }
  assert.equal(asked, ['localhost']);
});

test('without a client certificate for a server that wants one, the request is unsent', async () => {
  const { trusting, asking } = await identities;
  const { ends, seen } = await meeting(asking, trusting);
  const detail = 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE';
  assert.equal(ends, [{ kind: 'unsent', reason: { cause: 'certificate', detail } }]);
  assert.is(seen.bytes, 0);
});

test('without common ciphers the request is unsent, which is not laid to the certificate', async () => {
  const { client, trusting, asking } = await identities;
  const { ends } = await meeting({ ...asking, ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }, { ...trusting, client });
  const detail = 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE';
  assert.equal(ends, [{ kind: 'unsent', reason: { cause: 'protocol', detail } }]);
});

test('over TLS 1.3 the client certificate is refused behind the request: its answer is lost', async () => {
  const { trusting, asking } = await identities;
  const { ends } = await meeting({ ...asking, minVersion: 'TLSv1.3' }, { ...trusting, version: 'TLSv1.3' });
  assert.match(ends.map(outcomeText).join(), /^lost (certificate|reset)$/);
});

const UNTRUSTED: [
  what: string,
  code: string,
  identity: (servers: TestAuthority) => ReturnType<TestAuthority['server']>,
][] = [
  [
    'of an unknown authority',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    async () => (await testAuthority()).server('127.0.0.1'),
  ],
  ['for another name', 'ERR_TLS_CERT_ALTNAME_INVALID', (servers) => servers.server('vsdc.local')],
  ['that has expired', 'CERT_HAS_EXPIRED', (servers) => servers.server('127.0.0.1', Date.now() - 60_000)],
];

for (const [what, detail, identity] of UNTRUSTED) {
  test(`a server with a certificate ${what} gets not a byte, whatever the environment allows`, async () => {
    const { servers, client, trusting } = await identities;
    // Node would use it by default.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const { ends, seen } = await meeting(await identity(servers), { ...trusting, client });
      assert.equal(ends, [{ kind: 'unsent', reason: { cause: 'trust', detail } }]);
      assert.is(seen.bytes, 0);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });
}

test('an authority is trusted when its certificate is given, alone or in a bundle, and not otherwise', async () => {
  const { servers } = await identities;
  const other = (await testAuthority()).ca;
  for (const ca of [servers.ca, servers.ca + other, other + servers.ca]) {
    assert.equal((await meeting({}, { ca })).ends.map(outcomeText), ['200 0100']);
  }
  for (const tls of [{}, { ca: other }]) {
    assert.equal((await meeting({}, tls)).ends.map(outcomeText), ['unsent trust']);
  }
});

test('a server of TLS 1.3 alone is reached when the setting says so, and otherwise the request is unsent', async () => {
  const { client, trusting, asking } = await identities;
  const modern = { minVersion: 'TLSv1.3' } as const;
  const detail = 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION';
  assert.equal((await meeting(modern, trusting)).ends, [{ kind: 'unsent', reason: { cause: 'protocol', detail } }]);
  const { ends, seen } = await meeting({ ...asking, ...modern }, { ...trusting, client, version: 'TLSv1.3' });
  assert.equal(ends.map(outcomeText), ['200 0100']);
  assert.is(seen.agreed[0]?.protocol, 'TLSv1.3');
});

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`the session of a connection is resumed by the next, over ${version}`, async () => {
    const { client, trusting, asking } = await identities;
    const { ends, seen } = await meeting(asking, { ...trusting, client, version }, { times: 3 });
    assert.equal(ends.map(outcomeText), ['200 0100', '200 0100', '200 0100']);
    assert.equal(
      seen.agreed.map(({ resumed }) => resumed),
      [false, true, true],
    );
  });
}

test('a session is not resumed after a connection that broke', async () => {
  const { server, trusting } = await identities;
  const resumed: boolean[] = [];
  const breaks: Socket[] = [];
  const listening = createServer({ ...server }, (socket) => {
    resumed.push(socket.isSessionReused());
    socket.on('error', () => undefined);
    afterRequest(socket, () => (resumed.length < 3 ? socket.end(ANSWER) : breaks.at(-1)?.resetAndDestroy()));
  });
  listening.on('connection', (socket: Socket) => breaks.push(socket));
  await during(listening, async (port) => {
    const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: trusting });
    const ends = [];
    for (let i = 0; i < 4; i++) ends.push(outcomeText(await channel.exchange(INVOICE)));
    assert.equal(ends, ['200 0100', '200 0100', 'lost reset', 'lost reset']);
  });
  assert.equal(resumed, [false, true, true, false]);
});

test('an answer that is cut short is lost over TLS, too', async () => {
  const { trusting } = await identities;
  const { ends, seen } = await meeting({}, trusting, { answer: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n0100' });
  assert.equal(ends.map(outcomeText), ['lost reset']);
  assert.is(seen.requests, 1);
});

const HANDSHAKES: [what: string, told: string, talk: (socket: Socket) => void][] = [
  ['closes', 'unsent reset', (socket) => void socket.end()],
  ['resets', 'unsent reset', (socket) => void socket.resetAndDestroy()],
  ['closes behind the greeting', 'unsent reset', (socket) => void socket.once('data', () => socket.end())],
  ['speaks plain HTTP', 'unsent protocol', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['says nothing', 'unsent timeout', () => undefined],
];

for (const [what, expected, talk] of HANDSHAKES) {
  test(`of a server that ${what} instead of a handshake it is certain that it got no request`, async () => {
    const { trusting } = await identities;
    await during(createTcpServer(talk), async (port) => {
      const connectMs = what === 'says nothing' ? SOON : 60_000;
      const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: trusting, connectMs });
      assert.is(outcomeText(await channel.exchange(INVOICE)), expected);
    });
  });
}

test('where a plain request meets TLS its answer is lost', async () => {
  const { server } = await identities;
  const listening = createServer({ ...server });
  listening.on('tlsClientError', (_error, socket) => socket.destroy());
  await during(listening, async (port) => {
    assert.match(outcomeText(await channelTo(port).exchange(INVOICE)), /^lost (protocol|reset)$/);
  });
});

test('a client certificate is not taken for an address without TLS, nor one that cannot be read', async () => {
  const { client } = await identities;
  assert.throws(() => new HttpChannel({ base: base('http://kasa.local'), tls: { client } }), /https/);
  const torn = { key: client.key, cert: client.cert.slice(0, 300) };
  assert.throws(() => new HttpChannel({ base: base('https://kasa.local'), tls: { client: torn } }));
});

test('a certificate with the key of another is not taken', async () => {
  const { client, stranger } = await identities;
  const mixed = { key: stranger.key, cert: client.cert };
  assert.throws(() => new HttpChannel({ base: base('https://kasa.local'), tls: { client: mixed } }));
});

test.run();
