import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BoundedSocket, ok } from '../../base/index.js';
import { readBody } from './body.js';
import type { HttpResponse } from './response.js';
import type { ListenAddress } from './server.js';

/** Maximum connections at a time, in all and from one address; a page and its files need three. */
const MAX_CONNECTIONS = 32;
const MAX_PER_ADDRESS = 8;
/** How long a client may take for its whole request, and for reading the response, ms. */
export const PLAIN_TIMEOUT = 5_000;
const IDLE_TIMEOUT = 10_000;
const CHECK_INTERVAL = 1_000;
const MAX_HEAD = 8 * 1024;
/** Maximum bytes read from a client besides a form; a head that is too long still gets an error response. */
export const MAX_PLAIN_REQUEST = 16 * 1024;

/** Headers of every response; nothing is cached, since the box may get another certificate. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Connection: 'close',
} as const;

/** A request to a plain server. */
export interface PlainRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: URLSearchParams;
  readonly userAgent: string;
  /** The name or address in the `Host` header. */
  readonly host: string;
  /** The origin of the page, if the browser sends it. */
  readonly origin: string | undefined;
  /** The content of a form; empty with GET. */
  readonly form: URLSearchParams;
}

export type PlainAnswer = Omit<HttpResponse, 'body'> & { readonly body: string | Buffer };

/** Responds at once, from memory. */
export type PlainHandler = (request: PlainRequest) => PlainAnswer;

interface PlainServerOptions {
  /** Maximum size of a form, bytes. Without it a client can change nothing: only GET and HEAD are answered. */
  readonly maxForm?: number;
  /** Reports that a handler threw, which is a bug; the client gets status 500. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * A small server without TLS, for what a device needs before it trusts the box, or when there is no box. It answers GET
 * and HEAD, forms if enabled, and serves one request per connection. A client that takes all its places blocks only
 * this server.
 */
export class PlainServer {
  private readonly server: Server;
  private readonly connections = new Map<string, number>();

  constructor(
    private readonly handler: (request: PlainRequest) => PlainAnswer | Promise<PlainAnswer>,
    private readonly options: PlainServerOptions,
  ) {
    this.server = createServer({
      ...{ headersTimeout: PLAIN_TIMEOUT, requestTimeout: PLAIN_TIMEOUT, keepAliveTimeout: 1 },
      ...{ connectionsCheckingInterval: CHECK_INTERVAL, maxHeaderSize: MAX_HEAD },
    });
    this.server.maxConnections = MAX_CONNECTIONS;
    const serve = this.server.listeners('connection');
    this.server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      if (!this.admit(socket)) return;
      // A form may be sent in chunks, which make it longer.
      const bounded = new BoundedSocket(socket, { most: MAX_PLAIN_REQUEST + 2 * (options.maxForm ?? 0) });
      for (const listener of serve) Reflect.apply(listener, this.server, [bounded]);
    });
    this.server.on('request', (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        options.onFailure(error);
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { ...HEADERS, 'Content-Length': 0 }).end();
      });
    });
    this.server.on('clientError', (_, socket) => socket.destroy());
    this.server.on('checkExpectation', (request: IncomingMessage) => request.destroy());
  }

  /** Starts listening; resolves with the port. Rejects when the address cannot be used. */
  listen({ host, port }: ListenAddress): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.removeListener('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Closes every connection; clients retry. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  /** False when a client has too many connections. */
  private admit(socket: Socket): boolean {
    const { remoteAddress = '' } = socket;
    const count = this.connections.get(remoteAddress) ?? 0;
    if (count >= MAX_PER_ADDRESS) {
      socket.destroy();
      return false;
    }
    this.connections.set(remoteAddress, count + 1);
    socket.setTimeout(IDLE_TIMEOUT, () => socket.destroy());
    socket.once('close', () => {
      const left = (this.connections.get(remoteAddress) ?? 1) - 1;
      if (left === 0) this.connections.delete(remoteAddress);
      else this.connections.set(remoteAddress, left);
    });
    return true;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const { maxForm = 0 } = this.options;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const isForm = method === 'POST' && maxForm > 0;
    if (!(isForm || (['GET', 'HEAD'].includes(method) && !hasBody)) || !url.startsWith('/')) {
      const allowed = maxForm > 0 ? 'GET, HEAD, POST' : 'GET, HEAD';
      response.writeHead(405, { ...HEADERS, Allow: allowed, 'Content-Length': 0 }).end();
      return;
    }
    const body = isForm ? await readBody(request, maxForm) : ok(Buffer.alloc(0));
    if (!body.ok) {
      if (body.error !== 'gone') response.writeHead(413, { ...HEADERS, 'Content-Length': 0 }).end();
      return;
    }
    const [path = '', query = ''] = url.split('?', 2);
    const {
      status,
      headers: own,
      body: text,
    } = await this.handler({
      ...{ method: isForm ? 'POST' : 'GET', path, query: new URLSearchParams(query) },
      ...{ userAgent: headers['user-agent'] ?? '', host: headers.host ?? '', origin: headers.origin },
      form: new URLSearchParams(body.value.toString()),
    });
    response.writeHead(status, { ...HEADERS, ...own, 'Content-Length': Buffer.byteLength(text) });
    response.end(method === 'HEAD' ? undefined : text);
  }
}
