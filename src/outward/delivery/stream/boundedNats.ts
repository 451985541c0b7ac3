import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { ConnectionOptions, NatsConnection, TlsOptions } from '@nats-io/transport-node';
import { BoundedSocket, type ReadLimit } from '../../../base/index.js';

/** Longest line of the protocol, characters: an `INFO` that names a cluster has some thousand. */
export const MAX_LINE = 32 * 1024;
/**
 * Largest message, bytes: four times the limit of a group's version, so that a version somewhat above that limit is
 * refused with a proper error.
 */
export const MAX_MESSAGE = 4 * 1024 * 1024;
/**
 * Most consecutive lines without a message, such as `PING`: a server sends one a minute, and a message every five
 * minutes.
 */
export const MAX_BARE_LINES = 100;
const LINE_FEED = 0x0a;
/**
 * `MSG subject sid [reply] size` and `HMSG subject sid [reply] headers size`; their payload and its end of line follow.
 */
const WITH_PAYLOAD = /^H?MSG/i;
const SIZE = /^\d{1,10}$/;
const END_OF_LINE = 2;

/**
 * Checks the lengths of data from a NATS server. The client buffers a line or a payload until it is complete, whatever
 * length the server announces.
 */
export class NatsBounds {
  private line = '';
  /** Lines since the last message. */
  private bareLines = 0;
  /** Remaining bytes of the payload. */
  private payload = 0;

  /**
   * Checks received bytes. Returns false when a line or a message is too long, or lines are too many; then no more data
   * may be passed to the client.
   */
  take(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length;) {
      if (this.payload > 0) {
        const length = Math.min(this.payload, bytes.length - at);
        this.payload -= length;
        at += length;
        continue;
      }
      const end = bytes.indexOf(LINE_FEED, at);
      this.line += bytes.toString('latin1', at, end < 0 ? bytes.length : end);
      if (this.line.length > MAX_LINE) return false;
      if (end < 0) return true;
      if (WITH_PAYLOAD.test(this.line)) {
        const size = sizeAtEnd(this.line);
        if (size === undefined || size > MAX_MESSAGE) return false;
        this.payload = size + END_OF_LINE;
        this.bareLines = 0;
      } else if ((this.bareLines += 1) > MAX_BARE_LINES) return false;
      this.line = '';
      at = end + 1;
    }
    return true;
  }
}

/** The number at the end of a line; undefined without one. */
function sizeAtEnd(line: string): number | undefined {
  const text = line.trimEnd();
  const last = text.slice(1 + Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')));
  return SIZE.test(last) ? Number(last) : undefined;
}

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
