import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { CLOSED, FaultError } from '../httpExchange.js';
import type { ChannelFault } from '../../channel.js';
import {
  type Agreed,
  type ExternalKey,
  MAX_WAITING,
  type Opening,
  type ChannelMessage,
  SIGNATURE_LENGTHS,
} from './messages.js';
import type { Line, TlsThread } from './thread.js';

const KEY_REMOVED: ChannelFault = { cause: 'certificate', detail: 'KEY_GONE' };
const NO_THREAD: ChannelFault = { cause: 'library', detail: 'NO_THREAD' };

export interface Where {
  readonly host: string;
  readonly port: number;
}

/**
 * A TLS connection of a client with an external key. This thread handles the network and the key; another thread runs
 * TLS. Events besides those of a stream: `agreed` when a handshake is done, with its result, and `timeout`. An error is
 * a `FaultError`, or one of the network.
 */
export class ExternalTlsConnection extends Duplex {
  readonly #key: ExternalKey;
  readonly #network = new Socket({ allowHalfOpen: true });
  /** Aborted when the connection is destroyed. */
  readonly #life = new AbortController();
  readonly #giveUp = (): void => this.#fail(KEY_REMOVED);
  readonly #line: Line | undefined;
  /** Encrypted bytes that the thread has not read yet. */
  #waiting = 0;
  #isReaderFull = false;
  #isConnected = false;
  #isSigning = false;
  /** Why the network failed. */
  #lost: Error | undefined;
  #written: ((error?: Error | null) => void) | undefined;

  constructor(thread: TlsThread, key: ExternalKey, { host, port }: Where, opening: Opening) {
    super({ allowHalfOpen: false });
    this.#key = key;
    // Opened before the server is called: the thread prepares the first message meanwhile.
    this.#line = thread.open(opening, {
      received: (message) => this.#receiveMessage(message),
      died: (fault) => this.#fail(fault),
    });
    if (this.#line === undefined) {
      process.nextTick(() => this.#fail(thread.fault ?? NO_THREAD));
      return;
    }
    this.#network.on('error', (error) => this.#end(error));
    this.#network.on('timeout', () => this.emit('timeout'));
    this.#network.on('drain', () => this.#endWrite());
    this.#network.once('connect', () => (this.#isConnected = true));
    this.#network.on('data', (bytes: Buffer) => this.#receive(bytes));
    this.#network.once('end', () => this.#end());
    if (key.signal?.aborted === true) process.nextTick(this.#giveUp);
    key.signal?.addEventListener('abort', this.#giveUp);
    this.#network.setNoDelay(true).connect({ host, port });
  }

  // Part of the socket interface that Node's HTTP needs. The idle time is that of the network.
  setTimeout(ms: number, listener?: () => void): this {
    this.#network.setTimeout(ms);
    if (listener === undefined) return this;
    // As with Node's sockets, 0 removes the listener: each request on a reused connection adds one.
    return ms === 0 ? this.off('timeout', listener) : this.once('timeout', listener);
  }

  setKeepAlive(isOn?: boolean, delay?: number): this {
    this.#network.setKeepAlive(isOn, delay);
    return this;
  }

  setNoDelay(isOn?: boolean): this {
    this.#network.setNoDelay(isOn);
    return this;
  }

  ref(): this {
    this.#network.ref();
    return this;
  }

  unref(): this {
    this.#network.unref();
    return this;
  }

  override _read(): void {
    this.#isReaderFull = false;
    this.#setFlow();
  }

  override _write(bytes: Buffer, _encoding: string, written: (error?: Error | null) => void): void {
    this.#written = written;
    this.#line?.post({ kind: 'write', bytes: new Uint8Array(bytes) });
  }

  override _final(written: (error?: Error | null) => void): void {
    this.#written = (error) => {
      this.#network.end();
      written(error);
    };
    if (this.#line === undefined) this.#endWrite();
    else this.#line.post({ kind: 'finish' });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#key.signal?.removeEventListener('abort', this.#giveUp);
    this.#life.abort();
    this.#line?.close();
    this.#network.destroy();
    done(error);
  }

  #receive(bytes: Buffer): void {
    this.#waiting += bytes.length;
    this.#setFlow();
    this.#line?.post({ kind: 'received', bytes: new Uint8Array(bytes) });
  }

  #receiveMessage(message: ChannelMessage): void {
    switch (message.kind) {
      case 'send':
        this.#network.write(message.bytes);
        return;
      case 'taken':
        this.#waiting -= message.length;
        this.#setFlow();
        return;
      case 'sign':
        void this.#sign(message.digestInfo);
        return;
      case 'agreed': {
        const { session, isResumed, hasEarlyTicket } = message;
        this.emit('agreed', { session, isResumed, hasEarlyTicket } satisfies Agreed);
        return;
      }
      case 'written':
        if (!this.#network.writableNeedDrain) this.#endWrite();
        return;
      case 'data':
        this.#isReaderFull = !this.push(
          Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength),
        );
        this.#setFlow();
        return;
      case 'end':
        if (this.#lost === undefined) this.push(null);
        else this.destroy(this.#lost);
        return;
      case 'fault':
        // The network failed first, so the missing rest of the stream is only a consequence.
        if (message.fault.cause === 'reset' && this.#lost !== undefined) this.destroy(this.#lost);
        else this.#fail(message.fault);
        return;
      case 'closed':
        return;
    }
  }

  /**
   * The server sends no more; after an error, nothing can be sent to it either. Bytes that it sent before are still
   * used.
   */
  #end(lost?: Error): void {
    this.#lost ??= lost;
    if (!this.#isConnected || this.#isSigning) this.destroy(lost ?? new FaultError(CLOSED));
    else this.#line?.post({ kind: 'over' });
  }

  async #sign(digestInfo: Uint8Array): Promise<void> {
    this.#isSigning = true;
    try {
      const signed = await this.#key.sign(Buffer.from(digestInfo), this.#life.signal);
      this.#isSigning = false;
      if (!signed.ok) {
        this.#fail({ cause: 'certificate', detail: signed.error });
        return;
      }
      const { length } = signed.value;
      if (length < SIGNATURE_LENGTHS.min || length > SIGNATURE_LENGTHS.max) {
        this.#fail({ cause: 'certificate', detail: 'SIGNATURE_LENGTH' });
        return;
      }
      this.#line?.post({ kind: 'signed', signature: new Uint8Array(signed.value) });
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #endWrite(): void {
    const written = this.#written;
    this.#written = undefined;
    written?.();
  }

  /** Pauses the network when too many bytes wait for the thread or for the reader. */
  #setFlow(): void {
    if (this.#isReaderFull || this.#waiting > MAX_WAITING) this.#network.pause();
    else this.#network.resume();
  }

  #fail(fault: ChannelFault): void {
    this.destroy(new FaultError(fault));
  }
}
