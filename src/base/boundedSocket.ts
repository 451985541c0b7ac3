import { isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import type { ClientRequest } from 'node:http';
import { systemClock } from './clock.js';

/**
 * Bytes passed on per event loop iteration, so that a flood of tiny records or lines is processed in small portions.
 */
const PIECE = 2048;

/** Limits of reading from a peer, bytes including the overhead of TLS. */
export interface ReadLimit {
  /** Maximum in total; one byte more ends the connection. Absent for a long-lived connection without a limit. */
  readonly most?: number;
  /** The initial burst, and bytes per second after it; further bytes wait in the kernel. Absent: no limit. */
  readonly pace?: { readonly atOnce: number; readonly perSecond: number };
}

/**
 * A TCP socket of an untrusted peer, for use below TLS, HTTP, SMTP or NATS. It reads within a {@link ReadLimit}, in
 * small pieces with other work in between. A byte beyond `most` destroys it with the error code `EMSGSIZE`.
 */
export class BoundedSocket extends Duplex {
  /** Bytes read since the limit was set. */
  private received = 0;
  /** Bytes that the pace allows now. */
  private allowance = 0;
  /** Start of the growth of the allowance, ms of the monotonic clock. */
  private grownAt = 0;
  private waiting: NodeJS.Timeout | undefined;
  private rest: Buffer | null = null;
  private isWanted = false;
  private hasEnded = false;

  constructor(
    private readonly socket: Socket,
    private limit: ReadLimit,
  ) {
    super({ readableHighWaterMark: 1, allowHalfOpen: true });
    this.allow(limit);
    socket.pause();
    socket.on('readable', () => this.feed());
    socket.once('end', () => {
      this.hasEnded = true;
      this.feed();
    });
    for (const event of ['connect', 'timeout'] as const) socket.on(event, () => this.emit(event));
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => {
      // Bytes received before the end are still passed on.
      if (!this.hasEnded || this.readableEnded) this.destroy();
      else this.once('end', () => this.destroy());
    });
  }

  /** Replaces the limit and restarts counting, as for the next exchange of a connection. */
  allow(limit: ReadLimit): void {
    this.limit = limit;
    this.received = 0;
    this.allowance = limit.pace?.atOnce ?? 0;
    this.grownAt = systemClock.monotonic();
  }

  /** Bytes read since the limit was set. */
  get bytesRead(): number {
    return this.received;
  }

  /** This and the methods below behave as in `net.Socket`. */
  connect(port: number, host: string, onConnect: () => void): this {
    this.socket.connect(port, host, onConnect);
    return this;
  }

  setTimeout(ms: number): this {
    this.socket.setTimeout(ms);
    return this;
  }

  setKeepAlive(isOn: boolean, delay?: number): this {
    this.socket.setKeepAlive(isOn, delay);
    return this;
  }

  setNoDelay(isOn: boolean): this {
    this.socket.setNoDelay(isOn);
    return this;
  }

  /** Sends the remaining bytes, and closes without waiting for further bytes from the peer. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    this.isWanted = true;
    setImmediate(() => this.feed());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.waiting);
    this.socket.destroy();
    done(error);
  }

  private feed(): void {
    if (this.destroyed || !this.isWanted) return;
    this.rest ??= this.socket.read() as Buffer | null;
    if (this.rest === null) {
      if (this.hasEnded) this.push(null);
      return;
    }
    const piece = this.rest.subarray(0, PIECE);
    if (this.received + piece.length > (this.limit.most ?? Infinity)) {
      this.destroy(Object.assign(new Error('too much was received'), { code: 'EMSGSIZE' }));
      return;
    }
    const wait = this.waitFor(piece.length);
    if (wait > 0) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.feed(), wait);
      return;
    }
    this.received += piece.length;
    this.rest = piece.length < this.rest.length ? this.rest.subarray(piece.length) : null;
    this.isWanted = false;
    this.push(piece);
  }

  /** How long a piece has to wait, ms; with 0 it is deducted from the allowance. */
  private waitFor(bytes: number): number {
    const { pace } = this.limit;
    if (pace === undefined) return 0;
    const now = systemClock.monotonic();
    this.allowance = Math.min(pace.atOnce, this.allowance + ((now - this.grownAt) / 1000) * pace.perSecond);
    this.grownAt = now;
    const missing = bytes - this.allowance;
    if (missing > 0) return Math.ceil((missing / pace.perSecond) * 1000);
    this.allowance -= bytes;
    return 0;
  }
}

/**
 * Connects to the server of an `http:` or `https:` address. Received bytes are limited below TLS, so that records of
 * one byte count with their overhead. Network errors come from `tcp`.
 *
 * @param ca PEM of authorities to trust instead of Node's own
 */
export function connectionTo({ protocol, hostname, port }: URL, tcp: BoundedSocket, ca: string | undefined): Duplex {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  tcp.connect(port === '' ? (isTls ? 443 : 80) : Number(port), host, () => undefined);
  if (!isTls) return tcp;
  const tls = connect({
    socket: tcp,
    ...(isIP(host) === 0 && { servername: host }),
    host,
    ALPNProtocols: ['http/1.1'],
    // Explicit, because environment variables could change the default.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  });
  // An error after the end of the exchange has no other listener.
  return tls.on('error', () => undefined);
}

/** Maximum head of a response that the box reads as an HTTP client, bytes. */
export const MAX_ANSWER_HEAD = 16 * 1024;
/**
 * Maximum number of informational responses (RFC 9110, 15.2) before the final one; a server normally sends one or two.
 */
export const MAX_INFORMATIONAL = 8;

/**
 * Calls `onTooMany` once when a server sends more than {@link MAX_INFORMATIONAL} informational responses, such as `100
 * Continue`.
 */
export function limitInformational(call: ClientRequest, onTooMany: () => void): void {
  let count = 0;
  call.on('information', () => {
    count += 1;
    if (count === MAX_INFORMATIONAL + 1) onTooMany();
  });
}
