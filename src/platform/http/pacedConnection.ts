import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../base/index.js';
import type { CrumbCount, Crumbs } from './crumbs.js';
import { MessageBounds, type ReceivedBytes } from './messageBounds.js';

/** Bytes passed to TLS at a time; it stores an encrypted copy until the kernel accepts them. */
const PIECE = 16 * 1024;
/** Bytes of a chunked body parsed per event loop iteration, since each one-byte chunk costs as much as a large one. */
const CHUNKED_PIECE = 16 * 1024;
/** Largest unread body, bytes, that is skipped after the response so that the connection can be reused. */
export const MAX_UNREAD = 64 * 1024;
/**
 * How long, ms, and up to how many bytes a larger body is discarded unparsed before the connection is closed: many
 * clients read no response before they have sent everything, and would lose it (RFC 9112, 9.6).
 */
const LINGER = 2000;
export const MAX_LINGERED = 4 * 1024 * 1024;
/**
 * How often received bytes may be split at an empty line: before a request, in a body, and in a body whose request is
 * already answered. A client that writes a body line by line, each in a chunk of its own, causes a split for each line.
 */
const MAX_CUTS = { head: 64, body: 5000, unread: 64 } as const;
/** After this many splits other connections get their turn. */
const CUTS_AT_ONCE = 128;

/** How long a response may take after the client closed its sending side, ms. */
const HALF_OPEN = 1000;

interface PacingDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Counts received bytes of all connections. */
  readonly received: ReceivedBytes;
  readonly crumbs: Pick<Crumbs, 'of'>;
}

/**
 * A TLS connection in the form that the HTTP parser reads. It passes on one request at a time. The bytes of the next
 * request stay in the kernel until it has accepted the previous response, so a client that sends without reading fills
 * its own buffers, not the memory of the box. A body is read only after {@link wantBody}. Connections that send tiny
 * TLS records are read at a limited rate. It also records when the client last read part of a response.
 */
export class PacedConnection extends Duplex {
  /** Read by Koa. */
  readonly encrypted = true;
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  /** Bytes read from TLS and not passed on yet. */
  private rest: Buffer | null = null;
  private readonly bounds = new MessageBounds();
  private hasEnded = false;
  private isWanted = false;
  /** The latest request that was passed on. */
  private request: IncomingMessage | undefined;
  private isAnswered = true;
  private isBodyWanted = false;
  private unread = 0;
  /** No reads until this time, ms. */
  private restsUntil = -Infinity;
  private readonly crumbs: CrumbCount;
  /** Bytes received over TCP that {@link CrumbCount} has seen. */
  private seenBeneath: number;
  /** Bytes discarded while closing; undefined: not closing. */
  private lingered: number | undefined;
  /** Cuts since the last request was found. */
  private cuts = 0;
  private isDue = false;
  /** True while more of a chunked body is waiting to be parsed. */
  private isLong = false;
  /** When the kernel last accepted bytes that are being sent, ms; undefined: nothing is being sent. */
  private progressedAt: number | undefined;

  /** @param beneath the TCP socket that carries the TLS */
  constructor(
    private readonly tls: TLSSocket,
    private readonly beneath: Pick<Socket, 'bytesRead'>,
    private readonly deps: PacingDeps,
  ) {
    super({ readableHighWaterMark: 1, allowHalfOpen: true });
    this.seenBeneath = beneath.bytesRead;
    this.crumbs = deps.crumbs.of(tls.remoteAddress);
    this.remoteAddress = tls.remoteAddress;
    this.remotePort = tls.remotePort;
    this.localAddress = tls.localAddress;
    tls.on('readable', () => this.feedSoon());
    // A client that closed its sending side may still read. One that disconnected looks the same, so the wait is short.
    tls.allowHalfOpen = true;
    tls.once('end', () => {
      this.hasEnded = true;
      this.feedSoon();
      const timeout = setTimeout(() => this.destroy(), HALF_OPEN);
      this.once('close', () => clearTimeout(timeout));
    });
    tls.on('timeout', () => this.emit('timeout'));
    tls.on('error', (error: Error) => this.destroy(error));
    tls.once('close', () => this.destroy());
  }

  /**
   * Called when the parser has found a request; no bytes of the next one are passed on until {@link answered} is
   * called.
   */
  requested(request: IncomingMessage): void {
    this.request = request;
    this.bounds.messageBegins(request.headers['content-length']);
    this.isAnswered = false;
    this.isBodyWanted = false;
    this.cuts = 0;
  }

  /** Starts reading the body of the current request; false when it was started before. */
  wantBody(): boolean {
    const isNew = !this.isBodyWanted;
    this.isBodyWanted = true;
    this.feedSoon();
    return isNew;
  }

  /** Called when the kernel has accepted a response. */
  answered(): void {
    this.isAnswered = true;
    this.unread = 0;
    this.feedSoon();
  }

  /** How long the client has read nothing of what is being sent, ms; 0 when nothing is being sent. */
  get stalledFor(): number {
    return this.progressedAt === undefined ? 0 : this.now() - this.progressedAt;
  }

  /** True when the kernel has not accepted all bytes yet. */
  get isSending(): boolean {
    return this.progressedAt !== undefined;
  }

  /** As in `net.Socket`, for the timeouts of Node's HTTP server. */
  setTimeout(ms: number): this {
    this.tls.setTimeout(ms);
    return this;
  }

  /** As in `net.Socket`: sends the remaining bytes, and closes. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    this.isWanted = true;
    // Bytes pushed here would be parsed only after the next call, which would not wait for their response.
    const isNext = this.rest === null || this.isLong || this.cuts % CUTS_AT_ONCE === CUTS_AT_ONCE - 1;
    if (isNext) this.feedSoon();
    else process.nextTick(() => this.feed());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.send([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const buffers = chunks.map(({ chunk }) => chunk);
    const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    this.send(length <= PIECE ? [Buffer.concat(buffers, length)] : buffers, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.tls.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.rest = null;
    this.tls.destroy();
    done(error);
  }

  /**
   * Calls {@link feed} once in the next event loop iteration. TLS emits an event for each decrypted record; by then all
   * records of one TCP read are decrypted, and bytes received and plaintext match.
   */
  private feedSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.feed();
    });
  }

  /** Passes on bytes up to the end of a head or of a body, if the parser wants more and no response is pending. */
  private feed(): void {
    if (this.destroyed) return;
    if (this.lingered !== undefined) this.throwAway();
    if (!this.isWanted || this.lingered !== undefined || !this.mayRead()) return;
    this.rest ??= this.takeReceived();
    if (this.rest === null) {
      if (!this.hasEnded || this.isGone()) return;
      this.isWanted = false;
      this.push(null);
      return;
    }
    const isBody = this.request?.complete === false;
    const isChunked = isBody && this.request?.headers['content-length'] === undefined;
    const offered = isChunked ? this.rest.subarray(0, CHUNKED_PIECE) : this.rest;
    const length = this.bounds.next(offered, isBody);
    const piece = offered.subarray(0, length);
    this.rest = length < this.rest.length ? this.rest.subarray(length) : null;
    if (length < offered.length) this.cuts += 1;
    this.isLong = isChunked && this.rest !== null;
    this.deps.received.add(length);
    if (isBody && this.isAnswered) this.unread += length;
    this.isWanted = false;
    const mostCuts = MAX_CUTS[!isBody ? 'head' : this.isAnswered ? 'unread' : 'body'];
    const isUnread = isBody && this.isAnswered && (this.unread > MAX_UNREAD || this.cuts > mostCuts);
    if (isUnread) this.linger();
    else if (this.cuts <= mostCuts) this.push(piece);
    else this.destroy();
  }

  private mayRead(): boolean {
    return this.isAnswered || (this.request?.complete === false && this.isBodyWanted);
  }

  /** The available plaintext; null: nothing yet, or reading is paused. */
  private takeReceived(): Buffer | null {
    const now = this.now();
    if (now < this.restsUntil) return null;
    const bytes = this.tls.read() as Buffer | null;
    if (bytes === null) return null;
    const received = this.beneath.bytesRead - this.seenBeneath;
    this.seenBeneath += received;
    const rest = this.crumbs.restAfter(received, bytes.length);
    if (rest === undefined) {
      this.destroy();
      return null;
    }
    if (rest > 0) {
      this.restsUntil = now + rest;
      setTimeout(() => this.feed(), rest).unref();
    }
    return bytes;
  }

  /** Ends the sending side, discards what is received, and closes when the client does or after {@link LINGER}. */
  private linger(): void {
    this.lingered = 0;
    this.rest = null;
    this.tls.end();
    const timeout = setTimeout(() => this.destroy(), LINGER);
    this.once('close', () => clearTimeout(timeout));
    this.throwAway();
  }

  private throwAway(): void {
    for (let bytes = this.takeReceived(); bytes !== null; bytes = this.takeReceived()) {
      this.lingered = (this.lingered ?? 0) + bytes.length;
      this.deps.received.add(bytes.length);
      if (this.lingered > MAX_LINGERED) this.destroy();
    }
    if (this.hasEnded) this.destroy();
  }

  private isGone(): boolean {
    return this.destroyed;
  }

  private now(): number {
    return this.deps.clock.monotonic();
  }

  private send(buffers: readonly Buffer[], done: (error?: Error | null) => void): void {
    const [first, ...others] = buffers;
    if (first === undefined) {
      this.progressedAt = undefined;
      done();
      return;
    }
    this.progressedAt ??= this.now();
    const left = first.subarray(PIECE);
    this.tls.write(first.subarray(0, PIECE), (error) => {
      if (error != null) {
        done(error);
        return;
      }
      this.progressedAt = this.now();
      this.send(left.length > 0 ? [left, ...others] : others, done);
    });
  }
}
