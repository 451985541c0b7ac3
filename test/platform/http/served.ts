import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { TcpNetConnectOpts } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { LogFields } from '../../../src/base/log.js';
import { ConnectionLimiter } from '../../../src/platform/http/connectionLimiter.js';
import { RepeatedEvents } from '../../../src/platform/http/repeatedEvents.js';
import { HttpsServer } from '../../../src/platform/http/server.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { newFolder, open, SHOP } from '../tls/box.js';

/** The HTTPS server on a clock that the test moves, with a listener of the test instead of the application. */
export class ServedListener {
  private readonly sockets: TLSSocket[] = [];

  private constructor(
    readonly server: HttpsServer,
    private readonly ca: string,
    readonly port: number,
    readonly clock: HandClock,
    readonly limiter: ConnectionLimiter,
    /** The fields of all lines of the log. */
    readonly logged: readonly LogFields[],
  ) {}

  static async start(listener: RequestListener): Promise<ServedListener> {
    const { ca, server: identity } = await open(newFolder(), { ...SHOP, now: Date.now() });
    const clock = new HandClock();
    const logged: LogFields[] = [];
    const events = new RepeatedEvents(clock.monotonic, (_event, fields = {}) => logged.push(fields));
    const limiter = new ConnectionLimiter(clock.monotonic, events);
    const server = new HttpsServer({ listener, identity, connectionLimiter: limiter, events, clock });
    const port = await server.listen({ host: '127.0.0.1', port: 0 });
    return new ServedListener(server, ca, port, clock, limiter, logged);
  }

  /** A connection from an address of the loopback, which has not shaken hands yet. */
  connecting(localAddress = '127.0.0.1'): TLSSocket {
    const to: ConnectionOptions & TcpNetConnectOpts = { host: '127.0.0.1', port: this.port, ca: this.ca, localAddress };
    const socket = connect(to);
    socket.on('error', () => undefined);
    this.sockets.push(socket);
    return socket;
  }

  async connect(localAddress?: string): Promise<TLSSocket> {
    const socket = this.connecting(localAddress);
    await once(socket, 'secureConnect');
    return socket;
  }

  /** Lets seconds pass one by one, with all that happens in them, until `isEnough`; gives how many it took. */
  async seconds(most: number, isEnough: () => boolean = () => false): Promise<number> {
    for (let second = 0; second < most; second += 1) {
      if (isEnough()) return second;
      this.clock.pass(1000);
      await settled();
      await settled();
    }
    return most;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await this.server.stop();
  }
}
