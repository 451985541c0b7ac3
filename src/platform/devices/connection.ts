import { failed, ok, type Result } from '../../base/index.js';

/**
 * Why there is no connection to a device. `absent`: no such device, no process listens, or no route; `busy`: another
 * process has it open; `denied`: the box has no permission; `driver`: the package for such devices is missing or does
 * not fit this machine; `lost`: the connection broke; `closed`: the box closed it.
 */
export const LOSSES = ['absent', 'busy', 'denied', 'driver', 'lost', 'closed'] as const;
export type Loss = (typeof LOSSES)[number];

/**
 * A connection to one device: sends bytes with back-pressure, receives bytes. Sent bytes prove nothing about what the
 * device did.
 */
export interface Connection {
  /**
   * Sends all bytes. Resolves when the layer below has accepted them, which a device with a full buffer may delay
   * without limit. One write at a time. After the abort of `signal`, or after a failure, the number of sent bytes is
   * unknown; the connection can no longer be used and must be closed.
   */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>>;
  /** Resolves when the bytes have left the box, as far as its layers report. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>>;
  /** Sets the listener for bytes from the device; bytes that arrive without a listener are dropped. */
  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void;
  /** Resolves once, when the connection broke or was closed. */
  readonly gone: Promise<Loss>;
  /** Releases the device within about a second, even with unsent bytes; calling it twice is harmless. */
  close(): Promise<void>;
}

/** How to connect to a device. */
export interface Transport {
  /** Opens a connection; aborting `signal` cancels that. */
  open(signal: AbortSignal): Promise<Result<Connection, Loss>>;
}

/** Interval of a timer that does nothing, ms; only its existence matters. */
const FAR = 2 ** 30;

/** State shared by all connections: the listener, the loss, and the pending waits. */
export class ConnectionState {
  /**
   * Keeps the process running until the connection is closed, as a socket does; waiting on the clock alone does not.
   */
  private readonly keepAlive = setInterval(() => undefined, FAR);
  private listener: ((bytes: Uint8Array) => void) | undefined;
  private reason: Loss | undefined;
  private readonly waiting = new Set<(loss: Loss) => void>();
  private resolveGone: (loss: Loss) => void = () => undefined;

  readonly gone = new Promise<Loss>((resolve) => (this.resolveGone = resolve));

  /** Why the connection ended; undefined while it is open. */
  get loss(): Loss | undefined {
    return this.reason;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.listener = listener;
  }

  /** Passes received bytes to the listener. */
  deliver(bytes: Uint8Array): void {
    if (bytes.length > 0) this.listener?.(bytes);
  }

  /** Ends the connection and all waits. The first reason is recorded. */
  lose(loss: Loss): void {
    if (this.reason !== undefined) return;
    this.reason = loss;
    this.listener = undefined;
    this.resolveGone(loss);
    for (const end of this.waiting) end(loss);
  }

  /** Must be called last, when the device is released. */
  release(): void {
    clearInterval(this.keepAlive);
  }

  /**
   * Waits for `work` until it is done, the connection ends, or `signal` is aborted, which returns `lost`. The last two
   * do not stop the work; closing does.
   */
  during(signal: AbortSignal, work: () => Promise<Loss | undefined>): Promise<Result<void, Loss>> {
    return new Promise((resolve, reject) => {
      const end = (loss: Loss | undefined): void => {
        signal.removeEventListener('abort', giveUp);
        this.waiting.delete(end);
        resolve(loss === undefined ? ok(undefined) : failed(loss));
      };
      const giveUp = (): void => end('lost');
      if (this.reason !== undefined || signal.aborted) {
        end(this.reason ?? 'lost');
        return;
      }
      this.waiting.add(end);
      signal.addEventListener('abort', giveUp);
      work().then(end, reject);
    });
  }
}
