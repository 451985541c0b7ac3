import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { MAX_PLAIN_REQUEST, PLAIN_TIMEOUT } from '../../../src/platform/http/plainServer.js';
import { freePort } from '../../kit/port.js';
import { ATTACKER, head } from '../kit/target.js';
import { calling } from './callers.js';
import { type Attempt, type Cell, type Field, kib, type Leg, seconds, TRICKLE } from './leg.js';

let port = 0;

async function tcp(): Promise<Socket | undefined> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
  return socket.destroyed ? undefined : socket;
}

/** The cell with the page being served, which it is not by default. */
function served(cell: Extract<Cell, { begin: unknown }>): Extract<Cell, { begin: unknown }> {
  const begin = async (field: Field): Promise<Attempt> => {
    port = await freePort();
    await field.target.set('helperPort', port);
    for (let socket = await tcp(); ; socket = await tcp()) {
      socket?.destroy();
      // The setting is in use a moment after it was set.
      if (socket !== undefined) break;
    }
    return { ...(await cell.begin(field)), end: () => field.target.set('helperPort', null) };
  };
  return { ...cell, begin };
}

const CHUNKED = head('POST /', 'Transfer-Encoding: chunked');
const LONG = head('GET /', 'Content-Length: 900000000');

/** The page over plain HTTP that helps devices to trust the box. */
export const helper: Leg = {
  name: 'page that helps devices',
  sources: ['platform/http/plainServer.ts'],
  bytes: MAX_PLAIN_REQUEST,
  ms: 3 * PLAIN_TIMEOUT,
  bounds: {
    bytes: kib(MAX_PLAIN_REQUEST),
    pieces: 'one request a connection',
    time: seconds(PLAIN_TIMEOUT),
  },
  cells: {
    'TLS crumbs': { notPossible: 'the page is served without TLS' },
    'chunk crumbs': served(calling(tcp, { begin: CHUNKED, rest: Buffer.from('1\r\n \r\n'.repeat(10_000)) })),
    'header crumbs': served(calling(tcp, { begin: 'GET / HTTP/1.1\r\n', rest: Buffer.from('a:\r\n'.repeat(10_000)) })),
    'line crumbs': served(calling(tcp, { rest: Buffer.from('\r\n'.repeat(10_000)) })),
    flood: served(calling(tcp, { rest: Buffer.alloc(64 * 1024, 'x') })),
    trickle: {
      ...served(calling(tcp, { begin: 'GET / HTTP/1.1\r\na: ', rest: Buffer.alloc(1024, 'x'), pause: TRICKLE })),
      isSlow: true,
    },
    silence: { ...served(calling(tcp, {})), isSlow: true },
    preliminaries: { notPossible: 'a client announces nothing but by Expect, at which the connection ends' },
    oversized: served(calling(tcp, { begin: `GET /${'x'.repeat(1000)}`, rest: Buffer.alloc(64 * 1024, 'x') })),
    unread: served(calling(tcp, { begin: LONG, rest: Buffer.alloc(64 * 1024, ' ') })),
  },
};
