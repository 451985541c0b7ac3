import { createServer, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  against,
  afterRequest,
  channelTo,
  during,
  untilClosed,
  INVOICE,
  saying,
  LATER,
  outcomeText,
} from './servers.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n';

/** Does something as soon as the first byte of the request is there. */
const atFirstByte =
  (then: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.once('data', () => then(socket));
  };

/** Does something when the whole request is there. */
const atItsEnd =
  (then: (socket: Socket) => void) =>
  (socket: Socket): void =>
    afterRequest(socket, () => then(socket));

/** Writes it, and does something when it has left. */
const after =
  (text: string, then: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.write(text, () => then(socket));
  };

const end = (socket: Socket): void => void socket.end();
const reset = (socket: Socket): void => void socket.resetAndDestroy();

const RESETS: [what: string, talk: (socket: Socket) => void][] = [
  ['that is closed as soon as it stands', end],
  ['that is closed at the first byte', atFirstByte(end)],
  ['that is reset at the first byte', atFirstByte(reset)],
  ['that is closed after the whole request', atItsEnd(end)],
  ['that is reset after the whole request', atItsEnd(reset)],
  ['that is closed in the status line', atItsEnd(after('HTTP/1.1 20', end))],
  ['that is closed in the head', atItsEnd(after('HTTP/1.1 200 OK\r\nContent-Le', end))],
  ['that is closed after an interim answer', atItsEnd(after('HTTP/1.1 100 Continue\r\n\r\n', end))],
  ['that is closed behind the head', atItsEnd(after(HEAD, end))],
  ['that is reset behind the head', atItsEnd(after(HEAD, reset))],
  ['that is closed one byte too early', atItsEnd(after(`${HEAD}123456789`, end))],
  ['that is reset one byte too early', atItsEnd(after(`${HEAD}123456789`, reset))],
  [
    'that is closed before the last chunk',
    atItsEnd(after('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0100\r\n', end)),
  ],
  [
    'that changes to another protocol',
    saying('HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n0100'),
  ],
];

for (const [what, talk] of RESETS) {
  test(`on a connection ${what}, the answer is lost`, async () => {
    assert.is(outcomeText(await against(talk)), 'lost reset');
  });
}

const GARBAGE: [what: string, answer: string][] = [
  ['is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['is of TLS', '\x15\x03\x01\x00\x02\x02\x16'],
  ['is of HTTP/2', '\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x05\x00\x00\x40\x00'],
  ['has no number in its status line', 'HTTP/1.1 OK\r\n\r\n'],
  ['has two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n0100'],
  ['has a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: 0x4\r\n\r\n0100'],
  ['has both a length and chunks', `${HEAD.slice(0, -2)}Transfer-Encoding: chunked\r\n\r\n4\r\n0100\r\n0\r\n\r\n`],
  ['has a chunk without length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n0100\r\n0\r\n\r\n'],
  ['has a head of 17 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17 * 1024)}\r\nContent-Length: 4\r\n\r\n0100`],
  ['has ever more headers', `HTTP/1.1 200 OK\r\n${'Name: value\r\n'.repeat(2000)}Content-Length: 4\r\n\r\n0100`],
];

for (const [what, answer] of GARBAGE) {
  test(`an answer that ${what} is lost`, async () => {
    assert.is(outcomeText(await against(saying(answer))), 'lost protocol');
  });
}

/** Continues as long as the client listens. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5);
  socket.once('close', () => clearInterval(timer));
}

const LATE: [what: string, talk: (socket: Socket) => void][] = [
  ['says nothing', () => undefined],
  ['reads nothing', (socket) => void socket.pause()],
  ['says nothing more after the head', atItsEnd(after(HEAD, () => undefined))],
  ['drips its answer', atItsEnd(after('HTTP/1.1 200 OK\r\n\r\n', (socket) => drip(socket, 'x')))],
  ['drips its head', atItsEnd(after('HTTP/1.1 200 OK\r\n', (socket) => drip(socket, 'X: y\r\n')))],
];

test('a server that only ever says that it goes on is not listened to for long', async () => {
  const server = createServer((socket) => {
    atItsEnd(() => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'))(socket.on('error', () => undefined));
    socket.resume();
  });
  await during(server, async (port) => {
    assert.is(outcomeText(await channelTo(port).exchange(INVOICE)), 'lost protocol');
  });
});

for (const [what, talk] of LATE) {
  test(`of a server that ${what} the answer is lost at the limit, and the connection ends`, async () => {
    let closed: Promise<void> | undefined;
    const server = createServer((socket) => {
      talk(socket.on('error', () => undefined));
      closed = untilClosed(socket.resume());
    });
    await during(server, async (port) => {
      assert.is(outcomeText(await channelTo(port).exchange({ ...INVOICE, timeout: LATER })), 'lost timeout');
      await closed;
    });
  });

  test(`of a server that ${what} the answer is lost when it is given up, and the connection ends`, async () => {
    const giveUp = new AbortController();
    let closed: Promise<void> | undefined;
    const server = createServer((socket) => {
      talk(socket.on('error', () => undefined));
      closed = untilClosed(socket.resume());
      socket.once('data', () => giveUp.abort());
    });
    await during(server, async (port) => {
      assert.is(outcomeText(await channelTo(port).exchange({ ...INVOICE, signal: giveUp.signal })), 'lost timeout');
      await closed;
    });
  });
}

test('on a connection that is reset as soon as it stands, the request is unsent or its answer is lost', async () => {
  // Which of both is up to who comes first.
  assert.match(outcomeText(await against(reset)), /^(unsent|lost) reset$/);
});

test('a request too long for a server that does not read is lost at the limit', async () => {
  const end = await against((socket) => void socket.pause(), { body: Buffer.alloc(16 * 1024 * 1024), timeout: LATER });
  assert.equal(end, { kind: 'lost', reason: { cause: 'timeout', detail: 'ETIMEDOUT' } });
});

test('a signal that is aborted behind the answer changes nothing', async () => {
  const giveUp = new AbortController();
  assert.is(outcomeText(await against(saying(`${HEAD}0123456789`), { signal: giveUp.signal })), '200 0123456789');
  giveUp.abort();
});

test.run();
