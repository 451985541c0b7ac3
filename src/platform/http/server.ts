import { constants } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, getDefaultHighWaterMark, setDefaultHighWaterMark } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../base/index.js';
import { refuseBytes, refuseExpectation, refuseHost } from './badRequests.js';
import type { ConnectionLimiter } from './connectionLimiter.js';
import { MAX_UNREAD, PacedConnection } from './pacedConnection.js';
import { Crumbs } from './crumbs.js';
import { delayBody } from './body.js';
import { ReceivedBytes } from './messageBounds.js';
import type { RepeatedEvents } from './repeatedEvents.js';
import type { ServerIdentity } from '../tls/index.js';

export interface ListenAddress {
  /** Name or address; IPv6 without brackets. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** How long a client may take for the TLS handshake, ms. */
const HANDSHAKE_TIMEOUT = 10_000;
/** How long a client may take to send its head, and its whole request, ms. */
const HEADERS_TIMEOUT = 10_000;
export const REQUEST_TIMEOUT = 30_000;
/** How often Node checks these times, ms; its default of 30 s could double the longest of them. */
const CHECK_INTERVAL = 5_000;
/**
 * How long an idle connection stays open, ms. Longer than the polling interval of tablets, so that a sale needs no
 * handshake.
 */
const KEEP_ALIVE = 65_000;
/** How long a stop waits for running requests, ms; the whole stop is promised within 10 s. */
const STOP_TIMEOUT = 7_000;

/** How often stalled clients are checked, ms. */
const SWEEP_INTERVAL = 1000;

/**
 * Only ciphers with forward secrecy and authenticated encryption; every TLS 1.2 client that can display current pages
 * supports them.
 */
const CIPHERS = [
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
].join(':');

/** A handshake costs the box more than the client, so no client may renegotiate. */
function tlsOptions({ key, cert }: ServerIdentity) {
  const { SSL_OP_NO_RENEGOTIATION, SSL_OP_CIPHER_SERVER_PREFERENCE } = constants;
  const secureOptions = SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE;
  return { key, cert, minVersion: 'TLSv1.2', ciphers: CIPHERS, secureOptions } as const;
}

interface ServerDeps {
  readonly listener: RequestListener;
  readonly identity: ServerIdentity;
  readonly connectionLimiter: ConnectionLimiter;
  /** Logs events that any client can cause. */
  readonly events: RepeatedEvents;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/** The only server of the box; plain HTTP is not answered. */
export class HttpsServer {
  private readonly server: Server;
  /** The unfinished response of each connection, at most one. */
  private readonly unfinished = new WeakMap<Duplex, ServerResponse>();
  /** The TCP sockets beneath TLS. */
  private readonly beneath = new Map<string, Socket>();
  private readonly received = new ReceivedBytes();
  private readonly stopping = new AbortController();

  constructor(private readonly deps: ServerDeps) {
    // Each connection that waits for its handshake adds a listener.
    setMaxListeners(0, this.stopping.signal);
    this.server = createServer({
      ...tlsOptions(deps.identity),
      handshakeTimeout: HANDSHAKE_TIMEOUT,
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      connectionsCheckingInterval: CHECK_INTERVAL,
      keepAliveTimeout: KEEP_ALIVE,
      noDelay: true,
      // Checked below, so that a request without it gets an error in the common form.
      requireHostHeader: false,
    });
    this.before('connection', (socket: Socket, beginTls) => void this.admit(socket, beginTls));
    const crumbs = new Crumbs(deps.clock.monotonic, deps.connectionLimiter);
    this.before('secureConnection', (socket: TLSSocket, serve) => {
      const raw = this.beneath.get(nameOf(socket)) ?? socket;
      const connection = new PacedConnection(socket, raw, { ...deps, received: this.received, crumbs });
      deps.connectionLimiter.secured(connection);
      serve(connection);
    });
    this.server.on('request', (request, response) => this.carryOut(request, response, deps.listener));
    this.server.on('checkContinue', (request, response) => this.carryOut(request, response, deps.listener));
    this.server.on('checkExpectation', (request, response) => this.carryOut(request, response, refuseExpectation));
    this.server.on('clientError', (error, socket) => refuseBytes(error, socket, this.unfinished.get(socket)));
  }

  /** Starts listening; resolves with the port. Rejects when the address cannot be used. */
  listen({ host, port }: ListenAddress): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.removeListener('error', reject);
        void this.sweepUntilStopped();
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Uses another certificate for new connections. */
  renew(identity: ServerIdentity): void {
    this.server.setSecureContext(tlsOptions(identity));
  }

  /** Accepts no new requests, waits for running ones, and closes all connections if that takes too long. */
  stop(): Promise<void> {
    this.stopping.abort();
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        // Node's closeAllConnections would leave those that have not finished their TLS handshake.
        this.deps.connectionLimiter.closeAll();
      }, STOP_TIMEOUT);
      // This also closes the connections that wait for a request.
      this.server.close(() => {
        clearTimeout(timeout);
        resolve();
      });
    });
  }

  /** Lets `step` decide when, and with which connection, Node's own handlers of an event run. */
  private before<S>(event: string, step: (socket: S, next: (socket: S | PacedConnection) => void) => void): void {
    const listeners = this.server.listeners(event);
    this.server.removeAllListeners(event);
    this.server.on(event, (socket: S) => {
      step(socket, (given) => {
        for (const listener of listeners) Reflect.apply(listener, this.server, [given]);
      });
    });
  }

  /** Starts the TLS handshake of a new connection as soon as it is allowed. */
  private async admit(socket: Socket, beginTls: (socket: Socket) => void): Promise<void> {
    // TLS handles no errors of the socket before the handshake begins.
    socket.on('error', () => undefined);
    const wait = this.deps.connectionLimiter.admit(socket);
    if (wait === undefined) return;
    if (wait > 0 && !(await this.deps.clock.sleep(wait, this.stopping.signal))) socket.destroy();
    if (socket.destroyed) return;
    const name = nameOf(socket);
    this.beneath.set(name, socket);
    socket.once('close', () => this.beneath.delete(name));
    readingLittle(() => beginTls(socket));
  }

  private carryOut(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
    const connection = request.socket as unknown as PacedConnection;
    // If Node's parser and the connection disagree about the end of a message, the bounds of requests are unknown.
    if (this.unfinished.has(connection)) {
      connection.destroy();
      return;
    }
    this.unfinished.set(connection, response);
    connection.requested(request);
    // An unread large body closes the connection. The header announces that, unless the handler reads the body.
    if (isLongBody(request)) response.setHeader('Connection', 'close');
    delayBody(request, () => {
      if (!connection.wantBody()) return;
      response.removeHeader('Connection');
      if (isExpecting(request)) response.writeContinue();
    });
    const ended = this.deps.connectionLimiter.requestStarted(connection, response);
    response.once('close', () => {
      this.unfinished.delete(connection);
      ended();
      // A connection that was busy when the stop began takes no further request after this response.
      if (this.stopping.signal.aborted) this.server.closeIdleConnections();
      connection.answered();
    });
    if (isOneHost(request)) listener(request, response);
    else refuseHost(request, response);
  }

  private async sweepUntilStopped(): Promise<void> {
    while (await this.deps.clock.sleep(SWEEP_INTERVAL, this.stopping.signal)) {
      this.deps.connectionLimiter.sweep();
      this.deps.events.logPending();
    }
    this.deps.events.logPending();
  }
}

/**
 * Creates TLS sockets that read from TCP only after their data was consumed. Node's default reads 16 KiB ahead: with
 * records of one byte that is 16,384 records, each as expensive as a large one.
 */
function readingLittle(make: () => void): void {
  const usual = getDefaultHighWaterMark(false);
  setDefaultHighWaterMark(false, 1);
  try {
    make();
  } finally {
    setDefaultHighWaterMark(false, usual);
  }
}

/** True when an unread body closes the connection. Chunked bodies count as short, since their length is unknown. */
function isLongBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_UNREAD;
}

/** True when the request has exactly one `Host`; HTTP/1.0 may omit it (RFC 9112, 3.2). */
function isOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** True when the client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1). */
function isExpecting({ headers: { expect = '' } }: IncomingMessage): boolean {
  return /^100-continue$/i.test(expect);
}

/** Identifies a TCP socket and the TLS socket over it. */
function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
