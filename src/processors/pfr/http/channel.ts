import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { withDeadline } from '../../../base/index.js';
import { MAX_SHORT_ANSWER, type Channel, type ChannelRequest, type Exchanged } from '../channel.js';
import { Dialer, type TlsOptions } from './dial.js';
import { sendRequest, type HttpRequest } from './httpExchange.js';

/**
 * How long a connection stays open without a request, ms. Web servers close idle connections after one or two minutes,
 * and mobile networks drop them silently. Below that time, a request on a reused connection is hardly ever lost.
 */
const MAX_IDLE = 30_000;

/**
 * One open connection for consecutive requests. It closes when it is idle for too long, or when the server asks for it.
 */
class ReusableConnection {
  private readonly agent: Agent;

  constructor(private readonly socket: Duplex) {
    this.agent = new SingleSocketAgent(socket);
  }

  /** True when the connection is open and no request is under way. */
  get isFree(): boolean {
    return Object.values(this.agent.freeSockets).some(
      (free: readonly Duplex[] | undefined) => free?.includes(this.socket) === true,
    );
  }

  /** Runs a request on the connection, with the agent that reuses it. */
  send<T>(how: (socket: Duplex, agent: Agent) => Promise<T>): Promise<T> {
    return how(this.socket, this.agent);
  }

  close(): void {
    this.socket.destroy();
  }
}

/**
 * Uses the connection pool of Node, which detects when a server closes a connection. The first request gets the socket
 * unchanged.
 */
class SingleSocketAgent extends Agent {
  constructor(private readonly socket: Duplex) {
    // By default the system would send a probe every second without a request.
    super({ keepAlive: true, keepAliveMsecs: 2 * MAX_IDLE, maxSockets: 1, timeout: MAX_IDLE });
  }

  override createConnection(): Duplex {
    return this.socket;
  }
}

interface HttpChannelOptions {
  /** Made by {@link readBase}. */
  readonly base: URL;
  /** Client certificate and trusted authorities for an `https:` address. */
  readonly tls?: TlsOptions;
  /** Timeout of name resolution, connection and TLS handshake, ms; 5000 by default. */
  readonly connectMs?: number;
  /** True when the clock that certificates are checked by is known to be right. True by default. */
  readonly isClockTrusted?: () => boolean;
}

/**
 * The base address of a processor: `http:` or `https:`, a host, and an optional path, such as the token of the tax
 * authority's development L-PFR. Undefined when the text is not such an address, or has more parts (user, query,
 * fragment).
 */
export function readBase(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.username + url.password + url.search + url.hash === '' ? url : undefined;
}

/**
 * HTTP/1.1 (RFC 9112) to one processor, over TLS if the address is `https:`. It follows no redirects and uses no proxy.
 *
 * Every POST has a connection of its own. The server may close a reused connection just when a request is sent, and the
 * client could not know whether the request was read. The handshake resumes the session of an earlier connection where
 * the server allows that.
 *
 * A GET is safe to repeat. Over TLS its connection is reused for the next GET, since a handshake takes as long as a
 * status. When a reused connection breaks, the GET is sent once more on a new one. Without TLS no connection is reused:
 * a new one is cheap in the shop's network, and a small device that serves one connection at a time would block others,
 * such as the next sale.
 *
 * `unsent` is certain: the request is written only after the connection is established, and under TLS 1.2 only after
 * the server has verified the client certificate. Under TLS 1.3 a client may send before that (RFC 8446, 4.4.4), and
 * the server does not confirm it: there a refused client certificate is `lost`.
 */
export class HttpChannel implements Channel {
  private readonly dialer: Dialer;
  private readonly connectMs: number;
  private readonly base: URL;
  private idle: ReusableConnection | undefined;

  /** Throws when a PEM of `tls` cannot be read, or when `tls` is given with an address without TLS. */
  constructor({ base, tls, connectMs = 5_000, isClockTrusted = () => true }: HttpChannelOptions) {
    this.base = base;
    this.connectMs = connectMs;
    this.dialer = new Dialer(base, tls, isClockTrusted);
  }

  async exchange(request: ChannelRequest): Promise<Exchanged> {
    const mayReuse = request.method === 'GET' && this.base.protocol === 'https:';
    const message = this.messageOf(request, mayReuse);
    const { maxBytes = MAX_SHORT_ANSWER } = request;
    const stop = request.signal ?? new AbortController().signal;
    return withDeadline(request.timeout, stop, async (whole) => {
      const send = (connection: ReusableConnection): Promise<Exchanged> =>
        this.sendReusing(connection, message, maxBytes, whole);
      const free = mayReuse ? this.takeIdle() : undefined;
      if (free !== undefined) {
        const exchanged = await send(free);
        // Retry after any fault, since the client cannot know whether a reused connection is still open. An aborted
        // exchange is not retried.
        if (exchanged.kind === 'answered' || whole.aborted) return exchanged;
      }
      const dialled = await withDeadline(this.connectMs, whole, (signal) => this.dialer.dial(signal));
      if (!dialled.ok) return { kind: 'unsent', reason: dialled.error };
      if (mayReuse) return send(new ReusableConnection(dialled.value));
      try {
        return await sendRequest(dialled.value, message, maxBytes, whole);
      } finally {
        dialled.value.destroy();
      }
    });
  }

  /** Sends a request, and stores its connection for the next one if the answer is whole and the server allows reuse. */
  private async sendReusing(
    connection: ReusableConnection,
    message: HttpRequest,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Exchanged> {
    const exchanged = await connection.send((socket, agent) => sendRequest(socket, message, maxBytes, signal, agent));
    const isReusable = exchanged.kind === 'answered' && connection.isFree;
    if (isReusable) {
      this.idle?.close();
      this.idle = connection;
    } else connection.close();
    return exchanged;
  }

  /** Takes the stored connection, if it is still open. The caller owns it from now on. */
  private takeIdle(): ReusableConnection | undefined {
    const { idle } = this;
    this.idle = undefined;
    return idle?.isFree === true ? idle : undefined;
  }

  private messageOf({ method, path, headers, body }: ChannelRequest, mayReuse: boolean): HttpRequest {
    return {
      method,
      path: this.base.pathname.replace(/\/+$/, '') + path,
      headers: {
        Host: this.base.host,
        ...headers,
        ...(body !== undefined && { 'Content-Length': String(body.length) }),
        Connection: mayReuse ? 'keep-alive' : 'close',
      },
      body,
    };
  }
}
