import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoundedSocket, type ReadLimit } from '../../src/base/boundedSocket.js';

let server: Server;
let port = 0;
const SENT = 100_000;

test.before(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).end(Buffer.alloc(SENT, 'x'))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
});
test.after(() => void server.close());

/** What comes of a server that sends {@link SENT} bytes. */
async function read(limit: ReadLimit) {
  const bounded = new BoundedSocket(new Socket(), limit);
  const pieces: number[] = [];
  let error: string | undefined;
  bounded.on('data', (bytes: Buffer) => pieces.push(bytes.length));
  bounded.on('error', (thrown: NodeJS.ErrnoException) => (error = thrown.code));
  bounded.connect(port, '127.0.0.1', () => undefined);
  bounded.on('end', () => bounded.end());
  const began = performance.now();
  await new Promise((resolve) => bounded.once('close', resolve));
  const length = pieces.reduce((sum, piece) => sum + piece, 0);
  return { length, largest: Math.max(0, ...pieces), error, read: bounded.bytesRead, took: performance.now() - began };
}

test('what comes within the limit is passed on in small pieces', async () => {
  const { length, largest, error, read: counted } = await read({ most: SENT });
  assert.equal([length, counted, error], [SENT, SENT, undefined]);
  assert.ok(largest <= 2048, `${largest} bytes at once`);
});

test('a byte more ends the connection, and is not passed on', async () => {
  const { length, error } = await read({ most: SENT - 1 });
  assert.is(error, 'EMSGSIZE');
  assert.ok(length < SENT);
});

test('beyond what may come at once the rest comes at its pace, and nothing is lost', async () => {
  const { length, took } = await read({ pace: { atOnce: SENT / 2, perSecond: SENT } });
  assert.is(length, SENT);
  // No less, whatever the machine does: a timer never fires early by more than a millisecond.
  assert.ok(took >= 450, `${took} ms`);
});

test('both hold together', async () => {
  const { error, length } = await read({ most: SENT / 2, pace: { atOnce: 8192, perSecond: 10 * SENT } });
  assert.is(error, 'EMSGSIZE');
  assert.ok(length <= SENT / 2);
});

test.run();
