import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Channel, ChannelRequest, Exchanged } from '../../../../src/processors/pfr/channel.js';
import { HttpChannel, readBase } from '../../../../src/processors/pfr/http/channel.js';

/** A request as the processor's clients send it, which waits no longer than a test lasts. */
export const INVOICE: ChannelRequest = {
  method: 'POST',
  path: '/api/v3/invoices',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from('{"чек":1}'),
  timeout: 60_000,
};

/** A whole answer: `200 0100`. */
export const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n0100';

/** A limit short enough to be waited for, ms. */
export const SOON = 80;
/** A limit within which a connection to loopback is certainly open, ms. */
export const LATER = 400;

/** Any listener of streams. */
type Listening = Pick<Server, 'address' | 'close' | 'listen' | 'once' | 'listening'> & {
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
};

/** Lets a server listen on loopback while `use` runs; its connections do not outlive that. */
export async function during(server: Listening, use: (port: number) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A bare TCP server that does `talk` on its one connection; yields how one exchange with it ends. */
export async function against(
  talk: (socket: Socket) => void,
  request: Partial<ChannelRequest> = {},
): Promise<Exchanged> {
  const ends: Exchanged[] = [];
  await during(createServer(talk), async (port) => {
    ends.push(await channelTo(port).exchange({ ...INVOICE, ...request }));
  });
  return ends[0]!;
}

/** Calls `then` when a whole request with its body has come in, with its bytes. */
export function afterRequest(socket: Socket, then: (text: string) => void): void {
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const length = Number(/^content-length: (\d+)\r$/im.exec(text)?.[1] ?? 0);
    if (end >= 0 && text.length === end + 4 + length) then(text);
  });
}

/** Answers a whole request with these bytes and ends. */
export function saying(...pieces: readonly string[]): (socket: Socket) => void {
  return (socket) => afterRequest(socket, () => socket.end(pieces.join('')));
}

export function channelTo(port: number, prefix = ''): Channel {
  return new HttpChannel({ base: base(`http://127.0.0.1:${port}${prefix}`) });
}

export function base(text: string): URL {
  const url = readBase(text);
  if (url === undefined) throw new Error(`no base address: ${text}`);
  return url;
}

/** What matters of an end: the answer's text, or kind and cause. */
export function outcomeText(end: Exchanged): string {
  return end.kind === 'answered' ? `${end.status} ${end.body.toString()}` : `${end.kind} ${end.reason.cause}`;
}

/** Resolves when a connection is closed. */
export function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}
