import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../src/processors/pfr/http/channel.js';
import { freePort } from '../../../kit/port.js';
import { ANSWER, base, channelTo, during, INVOICE, saying, SOON, outcomeText } from './servers.js';

/** Listens in a thread that then stops for good: the kernel takes two connections for it, and no more. */
const DEAF = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/** A port at which a connection is neither refused nor made, as behind a firewall. */
async function deaf(use: (port: number) => Promise<void>): Promise<void> {
  const worker = new Worker(DEAF, { eval: true });
  const fillers: Socket[] = [];
  try {
    const [port] = (await once(worker, 'message')) as [number];
    for (let i = 0; i < 2; i++) {
      const filler = connect(port, '127.0.0.1').on('error', () => undefined);
      fillers.push(filler);
      await once(filler, 'connect');
    }
    await use(port);
  } finally {
    for (const filler of fillers) filler.destroy();
    await worker.terminate();
  }
}

test('where nobody listens the request is unsent, and says who refused', async () => {
  const end = await channelTo(await freePort()).exchange(INVOICE);
  assert.equal(end, { kind: 'unsent', reason: { cause: 'refused', detail: 'ECONNREFUSED' } });
});

test('a name of several addresses at which nobody listens is refused, too', async () => {
  const channel = new HttpChannel({ base: base(`http://localhost:${await freePort()}`) });
  assert.is(outcomeText(await channel.exchange(INVOICE)), 'unsent refused');
});

test('a name that is none has no address', async () => {
  // Too long for a label (RFC 1035, 2.3.4): no look-up is needed.
  const end = await new HttpChannel({ base: base(`http://${'x'.repeat(64)}.local:8888`) }).exchange(INVOICE);
  assert.is(outcomeText(end), 'unsent address');
});

test('an address without a route to it is unreachable', async () => {
  // 255.255.255.255 is the network itself, to which there is no connection.
  const end = await new HttpChannel({ base: base('http://255.255.255.255:8888') }).exchange(INVOICE);
  assert.equal(end, { kind: 'unsent', reason: { cause: 'unreachable', detail: 'ENETUNREACH' } });
});

test('an IPv6 address is connected to, where the machine has one, or it is unsent', async () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  if (!own.some(({ address }) => address === '::1')) {
    const end = await new HttpChannel({ base: base('http://[::1]:8888') }).exchange(INVOICE);
    assert.is(end.kind, 'unsent');
    return;
  }
  const server = createServer(saying(ANSWER));
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const channel = new HttpChannel({ base: base(`http://[::1]:${String(port)}`) });
  assert.is(outcomeText(await channel.exchange(INVOICE)), '200 0100');
  await new Promise((resolve) => server.close(resolve));
});

test('a connection that does not come about is unsent after the limit for connecting, though the whole one is far', async () => {
  await deaf(async (port) => {
    const channel = new HttpChannel({ base: base(`http://127.0.0.1:${port}`), connectMs: SOON });
    assert.equal(await channel.exchange(INVOICE), {
      kind: 'unsent',
      reason: { cause: 'timeout', detail: 'ETIMEDOUT' },
    });
  });
});

test('the whole limit ends also what is not connected yet, and so does giving up', async () => {
  await deaf(async (port) => {
    assert.is(outcomeText(await channelTo(port).exchange({ ...INVOICE, timeout: SOON })), 'unsent timeout');
    const giveUp = new AbortController();
    const ended = channelTo(port).exchange({ ...INVOICE, signal: giveUp.signal });
    setImmediate(() => giveUp.abort());
    assert.is(outcomeText(await ended), 'unsent timeout');
  });
});

test('what was given up before it began does not even connect', async () => {
  let connections = 0;
  const server = createServer(() => connections++);
  await during(server, async (port) => {
    assert.is(
      outcomeText(await channelTo(port).exchange({ ...INVOICE, signal: AbortSignal.abort() })),
      'unsent timeout',
    );
    // One behind it arrives, so that the first would have.
    const probe = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(server, 'connection');
    probe.destroy();
    assert.is(connections, 1);
  });
});

test.run();
