import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Bytes passed on per event loop iteration, so that a flood of tiny records or lines is processed in small portions. */
const PIECE = 4096;

/**
 * A TCP socket to an untrusted server, for use below TLS, HTTP or SMTP. It reads at most `most` bytes, in small pieces with other work in
 * between. One byte more destroys it with the error code `EMSGSIZE`.
 */
export class BoundedSocket extends Duplex {
  private received = 0;
  private rest: Buffer | null = null;
  private isWanted = false;
  private hasEnded = false;

  /** @param most bytes that may be received, TLS overhead included */
  constructor(
    private readonly socket: Socket,
    private readonly most: number,
  ) {
    super({ readableHighWaterMark: 1, allowHalfOpen: true });
    socket.pause();
    socket.on('readable', () => this.feed());
    socket.once('end', () => {
      this.hasEnded = true;
      this.feed();
    });
    for (const event of ['connect', 'timeout'] as const) socket.on(event, () => this.emit(event));
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
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
    this.rest = piece.length < this.rest.length ? this.rest.subarray(piece.length) : null;
    this.received += piece.length;
    this.isWanted = false;
    if (this.received <= this.most) this.push(piece);
    else this.destroy(Object.assign(new Error('too much was received'), { code: 'EMSGSIZE' }));
  }
}
