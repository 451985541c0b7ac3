import { once } from 'node:events';
import { createServer as createPlain, type Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Exchanged } from '../../../../../src/processors/pfr/channel.js';
import { HttpChannel } from '../../../../../src/processors/pfr/http/channel.js';
import { ExternalDialer } from '../../../../../src/processors/pfr/http/externalKey/dial.js';
import { afterRequest, ANSWER, base, during, untilClosed, INVOICE, outcomeText } from '../servers.js';
import { identities } from '../tlsServers.js';
import { forging } from './forging.js';
import { keyOf, never } from './keys.js';

const LARGE = 1024 * 1024;

async function channelTo(port: number, host = '127.0.0.1', key = keyOf) {
  const { client, trusting } = await identities;
  return new HttpChannel({ base: base(`https://${host}:${port}`), tls: { ...trusting, client: key(client) } });
}

/** How one exchange ends with a server that serves its connections so. */
async function served(serve: (socket: TLSSocket) => void, more: Partial<typeof INVOICE> = {}): Promise<Exchanged> {
  const { server, asking } = await identities;
  const ends: Exchanged[] = [];
  const listening = createServer({ ...server, ...asking }, (socket) => serve(socket.on('error', () => undefined)));
  await during(
    listening,
    async (port) => void ends.push(await (await channelTo(port)).exchange({ ...INVOICE, ...more })),
  );
  return ends[0]!;
}

test('an answer and a request of 1 MB come through whole', async () => {
  const bytes = Buffer.alloc(LARGE, 'абвгд');
  let got = '';
  const end = await served(
    (socket) =>
      afterRequest(socket, (text) => {
        got = text;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${LARGE}\r\n\r\n`);
        socket.end(bytes);
      }),
    { maxBytes: LARGE, body: bytes },
  );
  assert.ok(end.kind === 'answered' && end.body.equals(bytes));
  assert.ok(Buffer.from(got, 'latin1').subarray(-LARGE).equals(bytes));
});

test('a connection that is kept gathers no listeners, however many requests go over it', async () => {
  const { server, asking } = await identities;
  const warnings: string[] = [];
  const warned = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
  process.on('warning', warned);
  let connections = 0;
  const listening = createServer({ ...server, ...asking }, (socket) => {
    connections += 1;
    socket.on('error', () => undefined).on('data', () => socket.write(ANSWER));
  });
  await during(listening, async (port) => {
    const channel = await channelTo(port);
    for (let times = 0; times < 12; times += 1) {
      const exchanged = await channel.exchange({ method: 'GET', path: '/', headers: {}, timeout: 60_000 });
      assert.is(outcomeText(exchanged), '200 0100');
    }
  });
  await new Promise(setImmediate);
  process.off('warning', warned);
  assert.equal([connections, warnings], [1, []]);
});

test('an answer that is longer than it may be is left in its middle, and nothing more is read', async () => {
  const end = await served(
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65536)));
      };
      socket.on('drain', more);
      more();
    },
    { maxBytes: LARGE },
  );
  assert.equal(end, { kind: 'lost', reason: { cause: 'protocol', detail: 'EMSGSIZE' } });
});

test('an answer without a length lasts until the server ends', async () => {
  const end = await served((socket) => afterRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\n\r\n0100')));
  assert.is(outcomeText(end), '200 0100');
});

test('an exchange that is given up in the middle of its answer ends its connection', async () => {
  const stop = new AbortController();
  let closed: Promise<void> | undefined;
  const end = await served(
    (socket) => {
      closed = untilClosed(socket);
      afterRequest(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n01', () => stop.abort()));
    },
    { signal: stop.signal },
  );
  assert.is(outcomeText(end), 'lost timeout');
  await closed;
});

test('a server that ends or resets after the request loses the answer', async () => {
  assert.is(outcomeText(await served((socket) => afterRequest(socket, () => socket.end()))), 'lost reset');
  assert.is(outcomeText(await served((socket) => afterRequest(socket, () => socket.destroy()))), 'lost reset');
});

test('a connection that the server ends is closed on both sides', async () => {
  const { server, asking, client, trusting } = await identities;
  const listening = createServer({ ...server, ...asking });
  await during(listening, async (port) => {
    const served = once(listening, 'secureConnection') as Promise<[TLSSocket]>;
    const options = { key: keyOf(client), host: '127.0.0.1', port, ca: trusting.ca, reportsKey: false };
    const dialled = await new ExternalDialer(options).dial({ by: 'clock' }, new AbortController().signal);
    assert.ok(dialled.ok);
    const [socket] = await served;
    await Promise.all([once(socket.resume().end(), 'close'), once(dialled.value.resume(), 'close')]);
  });
});

test('a whole answer counts, whatever happens to its connection afterwards', async () => {
  for (let times = 0; times < 20; times += 1) {
    const raw = new Set<Socket>();
    const { server, asking } = await identities;
    const listening = createServer({ ...server, ...asking }, (socket) => {
      socket.on('error', () => undefined);
      afterRequest(socket, () => socket.write(ANSWER, () => [...raw].forEach((one) => one.resetAndDestroy())));
    });
    listening.on('connection', (socket: Socket) => raw.add(socket));
    await during(listening, async (port) => {
      assert.is(outcomeText(await (await channelTo(port)).exchange(INVOICE)), '200 0100');
    });
  }
});

test('a server that ends in the handshake, before or while the key signs, leaves the request unsent', async () => {
  await during(
    createPlain((socket) => socket.once('data', () => socket.end())),
    async (port) => {
      assert.is(outcomeText(await (await channelTo(port)).exchange(INVOICE)), 'unsent reset');
    },
  );
  await during(
    createPlain((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n'))),
    async (port) => {
      assert.is(outcomeText(await (await channelTo(port)).exchange(INVOICE)), 'unsent protocol');
    },
  );
  const { server, asking } = await identities;
  const raw = new Set<Socket>();
  const listening = createServer({ ...server, ...asking }).on('tlsClientError', () => undefined);
  listening.on('connection', (socket: Socket) => raw.add(socket));
  await during(listening, async (port) => {
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const key = (client: Parameters<typeof keyOf>[0]) =>
        keyOf(client, () => (raw.forEach((one) => one[end]()), never()));
      assert.is(outcomeText(await (await channelTo(port, '127.0.0.1', key)).exchange(INVOICE)), 'unsent reset');
    }
  });
});

test('where nobody listens, or no name is, the request is unsent as ever', async () => {
  assert.is(outcomeText(await (await channelTo(1)).exchange(INVOICE)), 'unsent refused');
  assert.is(outcomeText(await (await channelTo(443, `${'x'.repeat(64)}.local`)).exchange(INVOICE)), 'unsent address');
});

/** With a bit of it turned. */
function damaged(record: Buffer): Buffer {
  record[record.length - 1]! ^= 1;
  return record;
}

for (const [kind, name] of [
  [2, 'ServerHello'],
  [11, 'Certificate'],
  [12, 'ServerKeyExchange'],
] as const) {
  test(`a server that has not the key of its certificate is left, and nothing is signed: ${name}`, async () => {
    const { server, asking, client } = await identities;
    const key = keyOf(client);
    const listening = createServer({ ...server, ...asking }).on('tlsClientError', () => undefined);
    await during(listening, (port) =>
      during(forging(port, kind, damaged), async (middle) => {
        const end = await (await channelTo(middle, '127.0.0.1', () => key)).exchange(INVOICE);
        assert.match(outcomeText(end), /^unsent (protocol|trust)$/);
        assert.is(key.asked.length, 0);
      }),
    );
  });
}

test.run();
