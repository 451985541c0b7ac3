import { createServer, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../../src/processors/pfr/http/channel.js';
import { ANSWER, afterRequest, base, during, INVOICE, outcomeText } from '../servers.js';
import { identities, meeting } from '../tlsServers.js';
import { keyOf, never, type TestKey } from './keys.js';

test('what is signed is the DigestInfo of SHA-256, 384 or 512, and nothing else', async () => {
  const { client, trusting, asking } = await identities;
  const key = keyOf(client);
  await meeting(asking, { ...trusting, client: key });
  assert.is(key.asked.length, 1);
  assert.match(
    key.asked[0]!.toString('hex'),
    /^30[345]1300d06096086480165030402(0105000420.{64}|0205000430.{96}|0305000440.{128})$/,
  );
});

test('a server that asks for no certificate gets none, and nothing is signed', async () => {
  const { client, trusting } = await identities;
  const key = keyOf(client);
  const { ends } = await meeting({}, { ...trusting, client: key });
  assert.equal([ends.map(outcomeText), key.asked.length], [['200 0100'], 0]);
});

test('while the key signs, this thread goes on', async () => {
  const { client, trusting, asking } = await identities;
  let ticks = 0;
  const key = keyOf(client, async () => {
    while (ticks < 1000) await new Promise<void>((resolve) => setImmediate(() => resolve(void (ticks += 1))));
    return undefined;
  });
  const { ends } = await meeting(asking, { ...trusting, client: key });
  assert.equal([ends.map(outcomeText), ticks], [['200 0100'], 1000]);
});

test('a key that refuses ends the handshake with its word, and nothing of the request is sent', async () => {
  const { client, trusting, asking } = await identities;
  const key = keyOf(client, () => Promise.resolve('removed'));
  const { ends, seen } = await meeting(asking, { ...trusting, client: key }, { times: 2 });
  const unsent = { kind: 'unsent', reason: { cause: 'certificate', detail: 'removed' } };
  assert.equal(ends, [unsent, unsent]);
  assert.equal([key.asked.length, seen.bytes, seen.agreed], [2, 0, []]);
});

test('a key that throws, and a signature of no length, end the handshake', async () => {
  const { client, trusting, asking } = await identities;
  const throwing = { ...keyOf(client), sign: () => Promise.reject(new Error('a bug')) };
  assert.is(outcomeText((await meeting(asking, { ...trusting, client: throwing })).ends[0]!), 'unsent protocol');
  for (const length of [0, 127, 1025]) {
    const short = { ...keyOf(client), sign: () => Promise.resolve({ ok: true as const, value: Buffer.alloc(length) }) };
    const { ends } = await meeting(asking, { ...trusting, client: short });
    assert.equal(ends, [{ kind: 'unsent', reason: { cause: 'certificate', detail: 'SIGNATURE_LENGTH' } }]);
  }
});

test('a wrong signature is refused by the server', async () => {
  const { client, trusting, asking } = await identities;
  const wrong = { ...keyOf(client), sign: () => Promise.resolve({ ok: true as const, value: Buffer.alloc(256, 1) }) };
  const { ends, seen } = await meeting(asking, { ...trusting, client: wrong });
  assert.is(outcomeText(ends[0]!), 'unsent certificate', JSON.stringify(ends));
  assert.is(seen.bytes, 0);
});

test('a key that does not answer is given up with the exchange, and is told so', async () => {
  const { client, trusting, asking } = await identities;
  const stop = new AbortController();
  let isTold = false;
  const key = keyOf(client, async (signal) => {
    signal.addEventListener('abort', () => (isTold = true));
    stop.abort();
    return never();
  });
  await during(createServer({ ...(await identities).server, ...asking }), async (port) => {
    const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: { ...trusting, client: key } });
    assert.is(outcomeText(await channel.exchange({ ...INVOICE, signal: stop.signal })), 'unsent timeout');
  });
  assert.ok(isTold);
});

test('a key that goes in the handshake ends it, and one that is gone is not asked', async () => {
  const { client, trusting, asking } = await identities;
  const gone = new AbortController();
  const key = keyOf(client, () => (gone.abort(), never()), gone.signal);
  const { ends, seen } = await meeting(asking, { ...trusting, client: key }, { times: 2 });
  const unsent = { kind: 'unsent', reason: { cause: 'certificate', detail: 'KEY_GONE' } };
  assert.equal(ends, [unsent, unsent]);
  assert.equal([key.asked.length, seen.bytes], [1, 0]);
});

test('a key that goes between request and answer ends the connection, and the answer is lost', async () => {
  const { client, trusting, asking, server } = await identities;
  const gone = new AbortController();
  const listening = createServer({ ...server, ...asking }, (socket: TLSSocket) => {
    socket.on('error', () => undefined);
    afterRequest(socket, () => gone.abort());
  });
  await during(listening, async (port) => {
    const tls = { ...trusting, client: keyOf(client, undefined, gone.signal) };
    const end = await new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls }).exchange(INVOICE);
    assert.equal(end, { kind: 'lost', reason: { cause: 'certificate', detail: 'KEY_GONE' } });
  });
});

test('while one connection waits for its key, another one sends and receives', async () => {
  const { client, trusting, asking, server } = await identities;
  const listening = createServer({ ...server, ...asking }, (socket) => {
    socket.on('error', () => undefined);
    afterRequest(socket, () => socket.end(ANSWER));
  });
  await during(listening, async (port) => {
    const channel = (before?: () => Promise<undefined>) =>
      new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: { ...trusting, client: keyOf(client, before) } });
    const [quick, other] = [channel(), channel()];
    const within: string[] = [];
    const slow = channel(async () => {
      // The first of them resumes a session, the second one has a signature of its own to wait for.
      for (const one of [quick, other]) within.push(outcomeText(await one.exchange(INVOICE)));
      return undefined;
    });
    assert.is(outcomeText(await quick.exchange(INVOICE)), '200 0100');
    assert.is(outcomeText(await slow.exchange(INVOICE)), '200 0100');
    assert.equal(within, ['200 0100', '200 0100']);
  });
});

test('two keys that sign at the same time sign each for its own connection, and so do both when used in turn', async () => {
  const { client, stranger, trusting, asking, taxpayers, server } = await identities;
  const known: string[] = [];
  const serverOptions = { ...server, ...asking, ca: [taxpayers.pem], rejectUnauthorized: false };
  const listening = createServer(serverOptions, (socket) => {
    known.push(socket.authorized ? 'client' : 'stranger');
    socket.on('error', () => undefined);
    afterRequest(socket, () => socket.end(ANSWER));
  });
  await during(listening, async (port) => {
    const asks = async (key: TestKey): Promise<void> => {
      const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: { ...trusting, client: key } });
      // A server refuses a signature that was made with another key than that of the certificate.
      assert.is(outcomeText(await channel.exchange(INVOICE)), '200 0100');
      assert.is(key.asked.length, 1);
    };
    await asks(keyOf(client, () => asks(keyOf(stranger)).then(() => undefined)));
    for (const one of [stranger, client, stranger]) await asks(keyOf(one));
    assert.equal(known, ['stranger', 'client', 'stranger', 'client', 'stranger']);
  });
});

test('a key for another version, or of another kind than RSA, is refused at once', async () => {
  const { client, server, trusting } = await identities;
  const at = base('https://127.0.0.1:1');
  const make = (tls: object) => () => new HttpChannel({ base: at, tls: { ...trusting, ...tls } });
  assert.throws(make({ client: keyOf(client), version: 'either' }), /TLS 1\.2 alone/);
  assert.throws(make({ client: keyOf(server) }), /only RSA keys/);
  assert.throws(make({ client: { ...keyOf(client), cert: 'no certificate' } }));
});

test.run();
