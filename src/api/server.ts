import { constants } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Koa } from './app.js';
import type { Guests } from './guests.js';
import { refuseBytes, refuseExpectation } from './unreadable.js';
import type { ServerIdentity } from '../tls/server.js';

export interface ListenAddress {
  /** Name or address, IPv6 without brackets. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** How long a client may take for the TLS handshake, ms. */
const HANDSHAKE_TIMEOUT = 10_000;
/** How long a client may take to send its head, and its whole request, ms. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
/** How often Node looks who is too slow, ms; its own 30 s would double the longest of these times. */
const LOOK_EVERY = 5_000;
/** How long a connection is kept for the next request, ms. Above what tablets poll at, so that each sale finds one. */
const KEEP_ALIVE = 65_000;
/** Running requests get this long at a stop, ms; the whole stop is promised within 10 s. */
const STOP_PATIENCE = 7_000;

/** Forward secrecy and authenticated encryption alone, which every client of TLS 1.2 has that can show today's pages. */
const CIPHERS = [
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
].join(':');

/** How TLS is spoken. A handshake costs the box more than its client, so nobody may ask for one more. */
function speech({ key, cert }: ServerIdentity) {
  const { SSL_OP_NO_RENEGOTIATION, SSL_OP_CIPHER_SERVER_PREFERENCE } = constants;
  const secureOptions = SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE;
  return { key, cert, minVersion: 'TLSv1.2', ciphers: CIPHERS, secureOptions } as const;
}

/** The HTTPS server. There is no other: plain HTTP is not answered. */
export class ApiServer {
  private readonly server: Server;
  /** Answers that each connection owes, in the order of their requests. */
  private readonly owed = new WeakMap<Socket, Set<ServerResponse>>();
  private isStopping = false;

  constructor(
    app: Koa,
    identity: ServerIdentity,
    private readonly guests: Guests,
  ) {
    this.server = createServer(
      {
        ...speech(identity),
        handshakeTimeout: HANDSHAKE_TIMEOUT,
        headersTimeout: HEADERS_TIMEOUT,
        requestTimeout: REQUEST_TIMEOUT,
        connectionsCheckingInterval: LOOK_EVERY,
        keepAliveTimeout: KEEP_ALIVE,
        noDelay: true,
      },
      handlerOf(app),
    );
    this.server.on('connection', (socket: Socket) => guests.admit(socket));
    this.server.on('checkExpectation', refuseExpectation);
    this.server.on('clientError', (error, socket: Socket) => refuseBytes(error, socket, this.owed.get(socket)));
    this.server.on('request', (request, response) => {
      const owed = this.owed.get(request.socket) ?? new Set();
      this.owed.set(request.socket, owed.add(response));
      const ended = guests.begin(request.socket);
      // A connection that was busy when the stop came takes no other request once it has its answer.
      response.once('close', () => {
        owed.delete(response);
        ended();
        if (this.isStopping) this.server.closeIdleConnections();
      });
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
    this.server.setSecureContext(speech(identity));
  }

  /** Takes no new requests, lets running ones finish, and gives up on those that do not. */
  stop(): Promise<void> {
    this.isStopping = true;
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        // closeAllConnections would pass over those that have not finished their TLS handshake.
        this.guests.dismiss();
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
