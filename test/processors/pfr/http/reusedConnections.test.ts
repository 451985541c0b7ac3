import { createServer as createPlainServer, type Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Channel, ChannelRequest } from '../../../../src/processors/pfr/channel.js';
import { HttpChannel } from '../../../../src/processors/pfr/http/channel.js';
import { base, channelTo, during, untilClosed, INVOICE, LATER, outcomeText } from './servers.js';
import { identities } from './tlsServers.js';

const STATUS: ChannelRequest = { method: 'GET', path: '/api/v3/status', headers: {}, timeout: 60_000 };
const KEEPING = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n0100';

/** A request as a server of several connections got it: the number of its connection from 0, and its first word. */
interface Arrived {
  readonly connection: number;
  readonly method: string;
}

interface Server {
  readonly channel: Channel;
  readonly arrived: Arrived[];
  readonly sockets: Socket[];
  /** What it says to the request of this number, from 0; a whole answer, after which the connection stays, when left out. */
  answer: (number: number, socket: Socket) => void;
}

/** Runs a TLS server that keeps connections open, and a channel to it. */
async function withServer(use: (server: Server) => Promise<void>): Promise<void> {
  const { server: identity, trusting } = await identities;
  const sockets: TLSSocket[] = [];
  const arrived: Arrived[] = [];
  const listening = createServer({ ...identity }, (socket) => {
    const connection = sockets.push(socket) - 1;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const [method = ''] = bytes.toString('latin1').split(' ');
      if (!['GET', 'POST'].includes(method)) return;
      server.answer(arrived.push({ connection, method }) - 1, socket);
    });
  });
  const server: Omit<Server, 'channel'> = {
    ...{ arrived, sockets },
    answer: (_number, socket) => void socket.write(KEEPING),
  };
  await during(listening, async (port) => {
    const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: trusting });
    await use(Object.assign(server, { channel }));
  });
}

const connections = ({ arrived }: Server): number[] => arrived.map(({ connection }) => connection);

test('over TLS one GET after the other takes the connection of the one before', async () => {
  await withServer(async (server) => {
    for (let i = 0; i < 5; i++) assert.is(outcomeText(await server.channel.exchange(STATUS)), '200 0100');
    assert.equal(connections(server), [0, 0, 0, 0, 0]);
  });
});

test('a POST has a connection of its own, and leaves the kept one alone', async () => {
  await withServer(async (server) => {
    for (const request of [STATUS, INVOICE, STATUS, INVOICE]) {
      assert.is(outcomeText(await server.channel.exchange(request)), '200 0100');
    }
    assert.equal(connections(server), [0, 1, 0, 2]);
  });
});

test('a kept connection that breaks under a GET is replaced, once', async () => {
  const breaks: [what: string, talk: (socket: Socket) => void][] = [
    ['closed', (socket) => void socket.end()],
    ['reset', (socket) => void socket.destroy()],
    ['cut', (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n01')],
    ['garbage', (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ];
  for (const [what, talk] of breaks) {
    await withServer(async (server) => {
      server.answer = (number, socket) => (number === 1 ? talk(socket) : void socket.write(KEEPING));
      await server.channel.exchange(STATUS);
      assert.is(outcomeText(await server.channel.exchange(STATUS)), '200 0100', what);
      assert.equal(connections(server), [0, 0, 1], what);

      server.answer = (number, socket) => (number >= 4 ? talk(socket) : void socket.write(KEEPING));
      await server.channel.exchange(STATUS);
      assert.match(outcomeText(await server.channel.exchange(STATUS)), /^lost /, what);
      assert.is(server.arrived.length, 6, `${what}: on the kept connection, and on one new one`);
    });
  }
});

test('a POST whose connection breaks is lost, and not sent again', async () => {
  await withServer(async (server) => {
    server.answer = (number, socket) => (number === 1 ? void socket.destroy() : void socket.write(KEEPING));
    await server.channel.exchange(STATUS);
    assert.is(outcomeText(await server.channel.exchange(INVOICE)), 'lost reset');
    assert.equal(server.arrived.filter(({ method }) => method === 'POST').length, 1);
  });
});

test('a connection that the server has closed meanwhile is not used', async () => {
  await withServer(async (server) => {
    await server.channel.exchange(STATUS);
    const [first] = server.sockets;
    assert.ok(first);
    const over = untilClosed(first);
    first.end();
    await over;
    assert.is(outcomeText(await server.channel.exchange(STATUS)), '200 0100');
    assert.equal(connections(server), [0, 1]);
  });
});

test('a server that does not want to keep a connection is obeyed, and so is one whose answer ends with the connection', async () => {
  const answers = [
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\n0100',
    'HTTP/1.1 200 OK\r\n\r\n0100',
  ];
  for (const text of [...answers, 'HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\n0100']) {
    await withServer(async (server) => {
      server.answer = (_number, socket) => void socket.end(text);
      for (let i = 0; i < 3; i++) assert.is(outcomeText(await server.channel.exchange(STATUS)), '200 0100');
      assert.equal(connections(server), [0, 1, 2]);
    });
  }
});

test('what is given up, or takes too long, is not sent again, and its connection ends', async () => {
  await withServer(async (server) => {
    server.answer = (number, socket) => number !== 1 && void socket.write(KEEPING);
    await server.channel.exchange(STATUS);
    assert.is(outcomeText(await server.channel.exchange({ ...STATUS, timeout: LATER })), 'lost timeout');
    assert.is(outcomeText(await server.channel.exchange(STATUS)), '200 0100');
    assert.equal(connections(server), [0, 0, 1]);
  });
});

test('two GETs at the same time have two connections, of which one is kept', async () => {
  await withServer(async (server) => {
    const both = await Promise.all([server.channel.exchange(STATUS), server.channel.exchange(STATUS)]);
    assert.equal(both.map(outcomeText), ['200 0100', '200 0100']);
    await server.channel.exchange(STATUS);
    assert.equal(connections(server).slice(0, 2).sort(), [0, 1]);
    assert.ok((connections(server)[2] ?? 9) <= 1);
  });
});

test('without TLS nothing is kept: a device that serves one connection at a time would keep the next sale waiting', async () => {
  let sockets = 0;
  const server = createPlainServer((socket) => {
    sockets += 1;
    socket.on('data', () => socket.write(KEEPING));
  });
  await during(server, async (port) => {
    const channel = channelTo(port);
    for (let i = 0; i < 3; i++) assert.is(outcomeText(await channel.exchange(STATUS)), '200 0100');
    assert.is(sockets, 3);
  });
});

test.run();
