import { withDeadline } from '../base/deadline.js';
import { SHORT_ANSWER, type Channel, type ChannelRequest, type Exchanged } from './channel.js';
import { Dialer, type TlsOptions } from './http/dial.js';
import { converse, type Message } from './http/exchange.js';

export type { TlsOptions };

export interface HttpChannelOptions {
  /** As {@link readBase} gives it. */
  readonly base: URL;
  /** What an `https:` address needs beside Node's own trust. */
  readonly tls?: TlsOptions;
  /** For name, connection and TLS handshake, ms; 5000 when left out. */
  readonly connectMs?: number;
  /** Does anything vouch for the clock by which certificates are judged? Yes when left out. */
  readonly isClockTrusted?: () => boolean;
}

/**
 * The base address of a processor: `http:` or `https:`, a host, and whatever path it begins with, such as the token of the
 * tax authority's development L-PFR. Undefined when the text is no such address, or holds more (user, query, fragment).
 */
export function readBase(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.username + url.password + url.search + url.hash === '' ? url : undefined;
}

/**
 * HTTP/1.1 (RFC 9112) to one processor, over TLS where the address says so. Every exchange has a connection of its own: on
 * one that was kept, a request could meet its end, and nobody could tell whether it was read. Nothing is repeated, no
 * redirect is followed, and no proxy is asked.
 *
 * `unsent` is certain: the request is written when the connection stands and not before, under TLS 1.2 after the server
 * has verified the client certificate. TLS 1.3 lets a client speak before that (RFC 8446, 4.4.4), and servers need say
 * nothing when they have: there a refused client certificate is `lost`.
 */
export class HttpChannel implements Channel {
  private readonly dialer: Dialer;
  private readonly connectMs: number;
  private readonly base: URL;

  /** Throws when a PEM of `tls` cannot be read, or comes with an address that would send all in the clear. */
  constructor({ base, tls, connectMs = 5_000, isClockTrusted = () => true }: HttpChannelOptions) {
    this.base = base;
    this.connectMs = connectMs;
    this.dialer = new Dialer(base, tls, isClockTrusted);
  }

  async exchange(request: ChannelRequest): Promise<Exchanged> {
    const message = this.messageOf(request);
    const { maxBytes = SHORT_ANSWER } = request;
    const stop = request.signal ?? new AbortController().signal;
    return withDeadline(request.limit, stop, async (whole) => {
      const dialled = await withDeadline(this.connectMs, whole, (signal) => this.dialer.dial(signal));
      if (!dialled.ok) return { kind: 'unsent', reason: dialled.error };
      try {
        return await converse(dialled.value, message, maxBytes, whole);
      } finally {
        dialled.value.destroy();
      }
    });
  }

  private messageOf({ method, path, headers, body }: ChannelRequest): Message {
    return {
      method,
      path: this.base.pathname.replace(/\/+$/, '') + path,
      headers: {
        Host: this.base.host,
        ...headers,
        ...(body !== undefined && { 'Content-Length': String(body.length) }),
        Connection: 'close',
      },
      body,
    };
  }
}
