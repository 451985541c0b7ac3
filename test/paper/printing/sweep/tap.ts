import { ok, type Result } from '../../../../src/base/result.js';
import type { Connection, Loss, Transport } from '../../../../src/platform/devices/connection.js';
import { NEVER } from '../../../model/clock.js';

/** The transport of one box to its printer: counts what passes and what is under way, and dies with the box. */
export class Tap implements Transport {
  /** Bytes that the box has handed over, and those it has heard, on the open connection. */
  sent = 0;
  heard = 0;
  /** Calls that have not ended. */
  opening = 0;
  writing = 0;
  closing = 0;
  private open_: Connection | undefined;
  private isDead = false;

  /** `onOpen` is called for a connection before a byte passes. */
  constructor(
    private readonly transport: () => Transport,
    private readonly onOpen: () => void,
  ) {}

  get isOpen(): boolean {
    return this.open_ !== undefined;
  }

  /** The box ends from one moment to the next; the system closes its open files. */
  kill(): void {
    this.isDead = true;
    void this.open_?.close();
  }

  async open(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    const opened = await this.alive(this.during('opening', this.transport().open(signal)));
    return opened.ok ? ok(this.tapped(opened.value)) : opened;
  }

  private tapped(inner: Connection): Connection {
    let listener: ((bytes: Uint8Array) => void) | undefined;
    this.open_ = inner;
    this.sent = 0;
    this.heard = 0;
    this.onOpen();
    inner.onBytes((bytes) => {
      this.heard += bytes.length;
      if (!this.isDead) listener?.(bytes);
    });
    const gone = inner.gone.then((loss) => {
      if (this.open_ === inner) this.open_ = undefined;
      return loss;
    });
    return {
      gone: this.alive(gone),
      onBytes: (to) => void (listener = to),
      write: (bytes, signal) => {
        if (this.isDead) return NEVER;
        this.sent += bytes.length;
        return this.alive(this.during('writing', inner.write(bytes, signal)));
      },
      drain: (signal) => this.alive(this.during('writing', inner.drain(signal))),
      close: () => this.alive(this.during('closing', inner.close())),
    };
  }

  private async during<T>(what: 'opening' | 'writing' | 'closing', work: Promise<T>): Promise<T> {
    this[what] += 1;
    return work.finally(() => (this[what] -= 1));
  }

  /** What a box hears that may be dead. */
  private alive<T>(promise: Promise<T>): Promise<T> {
    return promise.then((value) => (this.isDead ? NEVER : value));
  }
}
