// time limit: 60 s
// Which connections the server closes by itself: those that never become one, and at a stop those that do nothing.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServedListener } from './served.js';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
let served: ServedListener;
/** Requests whose answer the test ends. */
let waiting: ServerResponse[];
/** Were the connections cut, since the stop had taken too long? */
let isForced: boolean;

test.before.each(async () => {
  [waiting, isForced] = [[], false];
  served = await ServedListener.start(({ url }, response) => {
    if (url === '/late') waiting.push(response);
    else response.end('ok');
  });
  const closeAll = served.limiter.closeAll.bind(served.limiter);
  served.limiter.closeAll = () => {
    isForced = true;
    closeAll();
  };
});
test.after.each(() => served.stop());

/** Everything that comes until the server closes the connection. */
function textOf(socket: TLSSocket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return once(socket, 'close').then(() => text);
}

test('a stop closes a connection that is kept for the next request, and waits for none', async () => {
  const socket = await served.connect();
  const text = textOf(socket);
  socket.write(GET);
  await once(socket, 'data');
  await served.server.stop();
  assert.match(await text, /^HTTP\/1\.1 200 /);
  assert.not(isForced);
});

test('a connection that was busy when the stop began is answered, closed then, and takes no further request', async () => {
  const socket = await served.connect();
  const text = textOf(socket);
  socket.write(GET.replace('/ ', '/late '));
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const stopped = served.server.stop();
  waiting[0]?.end('late');
  await stopped;
  assert.match(await text, /^HTTP\/1\.1 200 [^]*late/);
  assert.not(isForced);
});

test('a client that does not begin its handshake, or does not end it, is not waited for', async () => {
  // Type and version of a TLS record, and a length that does not come.
  const closed = [Buffer.alloc(0), Buffer.from([22, 3, 1, 2, 0, 1])].map((bytes) => {
    const socket = connect(served.port, '127.0.0.1').on('error', () => undefined);
    socket.resume();
    if (bytes.length > 0) socket.write(bytes);
    return once(socket, 'close');
  });
  await Promise.all(closed);
});

test.run();
