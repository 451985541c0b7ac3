import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Bytes that are handed on in one turn of the event loop: of records or lines of one byte each some hundreds. */
const PIECE = 4096;

/**
 * A TCP connection to a server that nobody vouches for, as TLS, HTTP or SMTP gets it: at most so many bytes come from it, in small pieces,
 * each in a turn of the event loop of its own, so that a flood is read behind whatever else there is to do, and then ends. More than that
 * destroys it with the error `EMSGSIZE`.
 */
export class BoundedSocket extends Duplex {
  private received = 0;
  private rest: Buffer | null = null;
  private isWanted = false;
  private hasEnded = false;

  /** @param most bytes that may come, those of TLS with them */
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

  /** As `net.Socket` has it, like all below. */
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
