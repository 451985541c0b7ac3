import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Koa } from './app.js';
import { networkOf } from './network.js';
import { refuseBytes, refuseExpectation } from './unreadable.js';
import type { ServerIdentity } from '../tls/server.js';

export interface ListenAddress {
  /** Name or address, IPv6 without brackets. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** Connections at a time, in all and from one network as it is counted: a hostile device cannot shut the tablets out. */
const MAX_CONNECTIONS = 200;
const MAX_PER_NETWORK = 50;
/** How long a client may take for the TLS handshake, ms. */
const HANDSHAKE_TIMEOUT = 10_000;
/** How long a client may take to send its head, and its whole request, ms. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
/** How long a connection is kept for the next request, ms. Above what tablets poll at, so that each sale finds one. */
const KEEP_ALIVE = 65_000;
/** Running requests get this long at a stop, ms; the whole stop is promised within 10 s. */
const STOP_PATIENCE = 7_000;

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** The HTTPS server. There is no other: plain HTTP is not answered. */
export class ApiServer {
  private readonly server: Server;
  private readonly perNetwork = new Map<string, number>();
  private readonly sockets = new Set<Socket>();
  /** Answers that each connection owes, in the order of their requests. */
  private readonly owed = new WeakMap<Socket, Set<ServerResponse>>();
  private isStopping = false;

  constructor(app: Koa, identity: ServerIdentity) {
    this.server = createServer(
      {
        key: identity.key,
        cert: identity.cert,
        minVersion: 'TLSv1.2',
        handshakeTimeout: HANDSHAKE_TIMEOUT,
        headersTimeout: HEADERS_TIMEOUT,
        requestTimeout: REQUEST_TIMEOUT,
        keepAliveTimeout: KEEP_ALIVE,
        noDelay: true,
      },
      handlerOf(app),
    );
    this.server.maxConnections = MAX_CONNECTIONS;
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      this.admit(socket);
    });
    this.server.on('checkExpectation', refuseExpectation);
    this.server.on('clientError', (error, socket: Socket) => refuseBytes(error, socket, this.owed.get(socket)));
    this.server.on('request', (request, response) => {
      const owed = this.owed.get(request.socket) ?? new Set();
      this.owed.set(request.socket, owed.add(response));
      // A connection that was busy when the stop came takes no other request once it has its answer.
      response.once('close', () => {
        owed.delete(response);
        if (this.isStopping) this.server.closeIdleConnections();
      });
    });
  }

  /** Programs on the box itself are not counted: they speak for many. */
  private admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (LOOPBACK.test(address)) return;
    const network = networkOf(address);
    const count = (this.perNetwork.get(network) ?? 0) + 1;
    if (count > MAX_PER_NETWORK) {
      socket.destroy();
      return;
    }
    this.perNetwork.set(network, count);
    socket.once('close', () => {
      const left = (this.perNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.perNetwork.set(network, left);
      else this.perNetwork.delete(network);
    });
  }

  /** Begins to answer; resolves with the real port. Rejects when the address cannot be had. */
  listen({ host, port }: ListenAddress): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.removeListener('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Uses a new certificate for connections from now on. */
  renew(identity: ServerIdentity): void {
    this.server.setSecureContext({ key: identity.key, cert: identity.cert, minVersion: 'TLSv1.2' });
  }

  /** Takes no new requests, lets running ones finish, and gives up on those that do not. */
  stop(): Promise<void> {
    this.isStopping = true;
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        // closeAllConnections would pass over those that have not finished their TLS handshake.
        for (const socket of this.sockets) socket.destroy();
      }, STOP_PATIENCE);
      this.server.close(() => {
        clearTimeout(giveUp);
        resolve();
      });
      this.server.closeIdleConnections();
    });
  }
}

/** Koa's handler resolves when the response is made; a failure of it is answered by Koa itself. */
function handlerOf(app: Koa): NonNullable<Parameters<typeof createServer>[1]> {
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}
