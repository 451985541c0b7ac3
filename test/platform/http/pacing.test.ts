// What a connection gets of the box that sends without reading, or goes away.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CRUMBS } from '../../../src/platform/http/crumbs.js';
import { wantBody } from '../../../src/platform/http/body.js';
import { MAX_UNREAD } from '../../../src/platform/http/pacedConnection.js';
import { settled } from '../../kit/handClock.js';
import { ServedListener } from './served.js';

interface Handed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** More than the buffers of both kernels hold, and what a slow reader takes at a time. */
const LARGE = Buffer.alloc(96 * 1024 * 1024);
const SIP = 16 * 1024 * 1024;

let served: ServedListener;
/** Requests that were handed on, in their order. */
let handed: Handed[];
/** Called with each that comes: several may be waited for. */
let more: EventEmitter;

test.before.each(async () => {
  handed = [];
  more = new EventEmitter();
  served = await ServedListener.start((request, response) => {
    handed.push({ request, response });
    more.emit('handed');
  });
});
test.after.each(() => served.stop());

/** The request number `n` that was handed on, as soon as it was. */
async function request(n: number): Promise<Handed> {
  while (handed.length < n) await once(more, 'handed');
  return handed[n - 1]!;
}

/** Records of one byte that fit into what the box takes from the kernel at a time. */
const CRUMBED = 65_536 / 23;

/** Resolves when it is closed, with an error or without. */
const closed = (socket: Duplex): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (path: string): string =>
  `PUT ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n`;

/** What Node says of each request that its parser has found. */
const PARSED = 'http.server.request.start';

test('of many requests that were sent at once, the next is parsed and handed on when the answer before it was taken', async () => {
  const socket = await served.connect();
  const wire = Array.from({ length: 100 }, (_, at) => [
    get(`/${at}a`),
    post(`/${at}b`, 'x\r\n\r\ny'),
    chunked(`/${at}c`),
  ]);
  socket.write(wire.flat().join(''));
  const seen: (string | undefined)[] = [];
  let parsed = 0;
  const count = (): void => void (parsed += 1);
  subscribe(PARSED, count);
  for (let n = 1; n <= 300; n += 1) {
    const { request: incoming, response } = await request(n);
    await settled();
    assert.equal([handed.length, parsed], [n, n], 'one at a time');
    seen.push(incoming.url);
    // Half of them with, half without reading the body.
    if (n % 2 === 0) incoming.resume();
    response.end('ok');
  }
  unsubscribe(PARSED, count);
  assert.equal(seen, Array.from({ length: 100 }, (_, at) => [`/${at}a`, `/${at}b`, `/${at}c`]).flat());
});

test('what is behind the running request of a connection that has gone is never handed on', async () => {
  for (const leave of ['destroy', 'end'] as const) {
    handed = [];
    const socket = await served.connect();
    socket.write(get('/').repeat(50));
    const { request: incoming, response } = await request(1);
    socket[leave]();
    const gone = closed(incoming.socket);
    await closed(socket);
    response.end('ok');
    await gone;
    assert.is(handed.length, 1, leave);
  }
});

test('an answer that nobody reads is closed after half a minute, and one that is read slowly is not', async () => {
  const socket = await served.connect();
  socket.pause();
  socket.write(get('/'));
  const { request: incoming, response } = await request(1);
  const { socket: connection } = incoming;
  response.end(LARGE);
  let taken = 0;
  for (let sip = 0; sip < 4; sip += 1) {
    await served.seconds(25);
    taken = 0;
    while (taken < SIP) {
      const piece = socket.read() as Buffer | null;
      if (piece === null) await once(socket, 'readable');
      else taken += piece.length;
    }
  }
  assert.not.ok(connection.destroyed, 'it was read for more than a minute');
  const seconds = await served.seconds(60, () => connection.destroyed);
  assert.ok(seconds >= 5 && seconds < 60, `${seconds} s after the last`);
  assert.ok(response.destroyed, 'and all that was behind it is let go');
  assert.equal(served.logged, [{ reason: 'stalled', count: 1 }]);
});

test('an answer that is being sent with a key is cut when the key is revoked', async () => {
  const sent = await Promise.all(
    [1, 2].map(async (key) => {
      const socket = await served.connect();
      socket.pause();
      socket.write(get('/'));
      const { request: incoming, response } = await request(key);
      served.limiter.markAuthenticated(incoming.socket, key);
      response.end(LARGE);
      return incoming.socket;
    }),
  );
  served.limiter.revoked(1);
  await closed(sent[0]!);
  assert.not.ok(sent[1]!.destroyed);
});

test('the rest of a body whose request was answered is not read for ever', async () => {
  const socket = await served.connect();
  socket.resume();
  socket.setMaxListeners(0);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n');
  const { response } = await request(1);
  response.end('ok');
  let sent = 0;
  const piece = Buffer.alloc(65_536);
  while (!socket.destroyed && sent < LARGE.length) {
    sent += piece.length;
    if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  }
  assert.ok(socket.destroyed, `${sent} bytes`);
});

test('unread bodies of earlier requests do not count towards the limit of the next one', async () => {
  const socket = await served.connect();
  socket.resume();
  const lost = closed(socket).then(() => assert.unreachable('the connection was closed'));
  const exchange = async (n: number): Promise<void> => {
    socket.write(post(`/${n}`, 'x'.repeat(MAX_UNREAD / 2)));
    const { request: incoming, response } = await request(n);
    response.end('ok');
    await once(incoming, 'close');
  };
  for (let n = 1; n <= 4; n += 1) await Promise.race([exchange(n), lost]);
  lost.catch(() => undefined);
});

/** Writes bytes, each in a TLS record of its own. */
async function crumble(socket: TLSSocket, bytes: number): Promise<void> {
  for (let at = 0; at < bytes && !socket.destroyed; at += 1) {
    await new Promise((resolve) => socket.write('x', resolve));
  }
}

test('of a body that nobody has asked for nothing is read, and no client is told to send it', async () => {
  const socket = await served.connect();
  let told = '';
  socket.on('data', (piece: Buffer) => (told += piece.toString()));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n');
  const { request: incoming, response } = await request(1);
  let read = 0;
  incoming.on('data', (piece: Buffer) => (read += piece.length));
  socket.write(Buffer.alloc(50_000, 'x'));
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.equal([read, told], [0, '']);
  wantBody(incoming);
  await once(incoming, 'data');
  socket.write(Buffer.alloc(50_000, 'x'));
  await once(incoming, 'end');
  assert.match(told, /^HTTP\/1\.1 100 Continue\r\n/);
  response.end('ok');
});

test('a body in records of one byte is read as slowly as its records are allowed, and others are not held up', async () => {
  const [crumbs, other] = [await served.connect(), await served.connect()];
  crumbs.write('POST /crumbs HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
  const { request: incoming } = await request(1);
  let read = 0;
  incoming.on('data', (piece: Buffer) => (read += piece.length));
  wantBody(incoming);
  const most = CRUMBS.local.burst + 2 * CRUMBED;
  await crumble(crumbs, 3 * most);
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.ok(read < most, `${read} of ${3 * most} records`);
  other.write(get('/other'));
  assert.is((await request(2)).request.url, '/other');
  served.clock.pass(60_000);
  crumbs.destroy();
});

test('a handshake above the rate of its address waits, while one of another address does not', async () => {
  await Promise.all(Array.from({ length: 20 }, () => served.connect('127.0.0.66')));
  let isSecure = false;
  const late = served.connecting('127.0.0.66').once('secureConnect', () => (isSecure = true));
  await once(late, 'connect');
  await served.connect('127.0.0.67');
  assert.not.ok(isSecure);
  served.clock.pass(100);
  await once(late, 'secureConnect');
});

test.run();
