import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { ConnectionOptions, NatsConnection, TlsOptions } from '@nats-io/transport-node';
import { BoundedSocket, type ReadLimit } from '../../../base/index.js';
import { NatsBounds } from './natsBounds.js';

/**
 * Limit before TLS, where an attacker on the network can send data: one line. The client searches all of it again with
 * each piece.
 */
export const BEFORE_TLS: ReadLimit = { most: 32 * 1024 };
/** Limit over TLS: one version of a group at once, then more than the answers to everything that a box sends. */
export const OVER_TLS: ReadLimit = { pace: { atOnce: 4 * 1024 * 1024, perSecond: 256 * 1024 } };

interface Options extends ConnectionOptions {
  /** Timeout of a connection with its handshakes, ms. */
  readonly timeout: number;
  readonly tls: TlsOptions;
}

/**
 * The client removes all listeners of a socket before it closes it. A later error without a listener would end the
 * process.
 */
function alwaysHeard<T extends Duplex>(socket: T): T {
  const ignore = (): void => undefined;
  const removeAll = socket.removeAllListeners.bind(socket);
  // Without an argument it removes all listeners; the number of arguments distinguishes the two forms.
  socket.removeAllListeners = (...events: [] | [string | symbol]) => removeAll(...events).on('error', ignore);
  return socket.on('error', ignore);
}

/**
 * Connects as the client's own `connect` does, over a connection that reads within limits. The client itself has no
 * limits: before TLS its work grows with the square of the received bytes, and it buffers a message of any announced
 * length.
 */
export async function connectBounded(options: Options): Promise<NatsConnection> {
  const [{ NodeTransport, nodeResolveHost }, { NatsConnectionImpl, setTransportFactory }] = await Promise.all([
    import('@nats-io/transport-node/lib/node_transport.js'),
    import('@nats-io/transport-node'),
  ]);
  class BoundedTransport extends NodeTransport {
    private tcp: BoundedSocket | undefined;

    override async dial({ hostname, port }: { hostname: string; port: number }): Promise<Socket> {
      const tcp = alwaysHeard(new BoundedSocket(new Socket(), BEFORE_TLS));
      this.tcp = tcp;
      await new Promise<void>((resolve, reject) => {
        tcp.once('error', reject);
        tcp.once('close', () => reject(new Error('closed')));
        tcp.setNoDelay(true).connect(port, hostname, resolve);
      });
      return tcp as unknown as Socket;
    }

    /** The client has no timeout for the first line of a server, nor for TLS. */
    override async connect(
      ...[where, given]: Parameters<InstanceType<typeof NodeTransport>['connect']>
    ): Promise<void> {
      const late = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' });
      const timer = setTimeout(() => this.tcp?.destroy(late), options.timeout);
      try {
        await super.connect(where, given);
      } finally {
        clearTimeout(timer);
      }
    }

    override async startTLS(): Promise<TLSSocket> {
      this.tcp?.allow(OVER_TLS);
      return alwaysHeard(await super.startTLS());
    }

    /** The client gets no piece that exceeds the bounds: it would parse and answer each line of it. */
    override setupHandlers(): void {
      super.setupHandlers();
      const { socket } = this;
      const bounds = new NatsBounds();
      const clientListeners = socket.listeners('data');
      socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
        if (!bounds.take(bytes)) socket.destroy(Object.assign(new Error(), { code: 'EMSGSIZE' }));
        else for (const listener of clientListeners) Reflect.apply(listener, socket, [bytes]);
      });
    }
  }
  setTransportFactory({ factory: () => new BoundedTransport(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect(options);
}
