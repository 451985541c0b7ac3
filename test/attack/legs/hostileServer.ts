import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { systemClock } from '../../../src/base/clock.js';

/** What a hostile server sends over each connection. */
export interface Script {
  /** At once. */
  readonly greeting?: string;
  /** When the box has sent something. */
  readonly head?: string;
  /** After that again and again, as fast as the box reads; nothing when left out. */
  readonly rest?: Buffer;
  /** True: each byte of `rest` is a write of its own, and so a TLS record. */
  readonly isInCrumbs?: boolean;
  /** The same, with this pause between two of them, ms. */
  readonly pause?: number;
}

/** A server whose connections the box opens. It never closes one. */
export class HostileServer {
  private readonly sockets = new Set<Socket>();
  /** Bytes that the kernel has taken for the box. */
  sent = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param identity PEM, for a server that speaks TLS: `at once`, or `after the greeting` in clear */
  static async start(
    script: Script,
    identity?: { readonly key: string; readonly cert: string },
    when: 'at once' | 'after the greeting' = 'at once',
  ): Promise<HostileServer> {
    const secureContext = identity && createSecureContext(identity);
    const server = createServer((socket) => {
      started.sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          started.sockets.delete(socket);
          started.sent += socket.bytesWritten - socket.writableLength;
        });
      socket.setNoDelay(true);
      if (secureContext === undefined) {
        play(socket, script);
        return;
      }
      const { greeting = '', ...rest } = script;
      if (when === 'after the greeting') socket.write(greeting);
      const tls = new TLSSocket(socket, { isServer: true, secureContext });
      play(tls, when === 'at once' ? script : rest);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    const started = new HostileServer(server, address.port);
    return started;
  }

  /** Resolves when the box has connected the next time. */
  async called(): Promise<void> {
    await once(this.server, 'connection');
  }

  /** Resolves when the box has no connection to it any more. */
  async left(): Promise<void> {
    const open = [...this.sockets].filter(({ destroyed }) => !destroyed);
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  end(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

function play(socket: Socket, { greeting, head, rest, isInCrumbs = false, pause }: Script): void {
  const flood = (): void => {
    if (rest === undefined) return;
    if (isInCrumbs || pause !== undefined) void crumble(socket, rest, pause);
    else pour(socket, rest);
  };
  socket.on('error', () => undefined);
  if (greeting !== undefined) socket.write(greeting);
  if (head === undefined) flood();
  socket.once('data', () => {
    if (head === undefined) return;
    socket.write(head);
    flood();
  });
  // What the box sends is read on.
  socket.resume();
}

function pour(socket: Socket, rest: Buffer): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(rest));
  };
  socket.on('drain', write);
  write();
}

/** Node joins writes that wait into one record, so each waits for the one before. */
export async function crumble(socket: Socket, rest: Buffer, pause = 0): Promise<void> {
  for (let at = 0; !socket.destroyed; at = (at + 1) % rest.length) {
    await new Promise<void>((resolve) => socket.write(rest.subarray(at, at + 1), () => resolve()));
    if (pause > 0) await systemClock.sleep(pause);
  }
}
