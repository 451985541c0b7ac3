import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { MessageBounds } from './messageBounds.js';
import type { ReceivedBytes } from './receivedBytes.js';

/** Bytes that are handed to TLS at a time: it keeps an encrypted copy of them until the kernel takes them. */
const PIECE = 16 * 1024;
/** Bytes of a body that are still read and thrown away once its request was answered. */
const MAX_UNREAD = 4 * 1024 * 1024;
/**
 * How often what has come may be cut at an empty line: before a request, in a body, and in a body whose request was answered
 * already. A client that writes a body line by line, each in a chunk of its own, makes a cut for each line.
 */
const MAX_CUTS = { head: 64, body: 5000, unread: 1000 } as const;
/** After so many cuts others get their turn. */
const CUTS_AT_ONCE = 128;

/**
 * A TLS connection as the HTTP parser gets it. It hands on one request at a time: the bytes of the next one stay where they
 * are until the answer to the one before has been taken by the kernel, so that a client that sends without reading fills
 * its own buffers, not the memory of the box. It also knows when the reader of an answer has last taken any of it.
 */
export class PacedConnection extends Duplex {
  /** As Koa asks for it. */
  readonly encrypted = true;
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  /** Read from TLS, and not handed on yet. */
  private rest: Buffer | null = null;
  private readonly bounds = new MessageBounds();
  private hasEnded = false;
  private isWanted = false;
  /** Of the requests that were handed on, the latest. */
  private request: IncomingMessage | undefined;
  private isAnswered = true;
  private unread = 0;
  /** Cuts since the last request was found. */
  private cuts = 0;
  /** When the kernel has last taken any of the bytes that are being sent, ms; undefined: nothing is being sent. */
  private progressedAt: number | undefined;

  /**
   * @param monotonic a clock that never jumps, ms
   * @param received counts what comes in over all connections
   */
  constructor(
    private readonly tls: TLSSocket,
    private readonly monotonic: () => number,
    private readonly received: ReceivedBytes,
  ) {
    super({ readableHighWaterMark: 1, allowHalfOpen: true });
    this.remoteAddress = tls.remoteAddress;
    this.remotePort = tls.remotePort;
    this.localAddress = tls.localAddress;
    tls.on('readable', () => this.feed());
    tls.once('end', () => {
      this.hasEnded = true;
      this.feed();
    });
    tls.on('timeout', () => this.emit('timeout'));
    tls.on('error', (error: Error) => this.destroy(error));
    tls.once('close', () => this.destroy());
  }

  /** The parser has found a request; nothing of the next is handed on until {@link answered} was called. */
  requested(request: IncomingMessage): void {
    this.request = request;
    this.bounds.messageBegins(request.headers['content-length']);
    this.isAnswered = false;
    this.cuts = 0;
  }

  /** An answer was taken by the kernel. */
  answered(): void {
    this.isAnswered = true;
    this.unread = 0;
    this.feed();
  }

  /** For how long the reader of what is being sent has taken nothing, ms; 0 when nothing is being sent. */
  get stalledFor(): number {
    return this.progressedAt === undefined ? 0 : this.monotonic() - this.progressedAt;
  }

  /** Bytes were handed over that the kernel has not taken. */
  get isSending(): boolean {
    return this.progressedAt !== undefined;
  }

  /** As `net.Socket` has it, for the times of Node's HTTP server. */
  setTimeout(ms: number): this {
    this.tls.setTimeout(ms);
    return this;
  }

  /** As `net.Socket` has it: sends what is still to be sent, and closes. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    this.isWanted = true;
    // What was pushed here would be parsed only after the next call, and the answer to it not be waited for.
    if (this.cuts % CUTS_AT_ONCE === CUTS_AT_ONCE - 1) setImmediate(() => this.feed());
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

  /** Hands on up to the end of a head or of a body, when the parser wants more and no answer is waited for. */
  private feed(): void {
    if (!this.isWanted || this.destroyed || !this.mayRead()) return;
    this.rest ??= this.tls.read() as Buffer | null;
    if (this.rest === null) {
      if (!this.hasEnded) return;
      this.isWanted = false;
      this.push(null);
      return;
    }
    const isBody = this.request?.complete === false;
    const length = this.bounds.next(this.rest, isBody);
    const piece = this.rest.subarray(0, length);
    const isCut = length < this.rest.length;
    this.rest = isCut ? this.rest.subarray(length) : null;
    if (isCut) this.cuts += 1;
    this.received.add(length);
    if (isBody && this.isAnswered) this.unread += length;
    this.isWanted = false;
    const mostCuts = MAX_CUTS[!isBody ? 'head' : this.isAnswered ? 'unread' : 'body'];
    if (this.unread <= MAX_UNREAD && this.cuts <= mostCuts) this.push(piece);
    else this.destroy();
  }

  private mayRead(): boolean {
    return this.isAnswered || this.request?.complete === false;
  }

  private send(buffers: readonly Buffer[], done: (error?: Error | null) => void): void {
    const [first, ...others] = buffers;
    if (first === undefined) {
      this.progressedAt = undefined;
      done();
      return;
    }
    this.progressedAt ??= this.monotonic();
    const left = first.subarray(PIECE);
    this.tls.write(first.subarray(0, PIECE), (error) => {
      if (error != null) {
        done(error);
        return;
      }
      this.progressedAt = this.monotonic();
      this.send(left.length > 0 ? [left, ...others] : others, done);
    });
  }
}
