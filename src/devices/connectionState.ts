import { failed, ok, type Result } from '../base/index.js';
import type { Loss } from './connection.js';

/** Interval of a timer that does nothing, ms: only that there is a timer matters. */
const FAR = 2 ** 30;

/** What every connection keeps: its listener, whether it is still there, and what waits for it. */
export class ConnectionState {
  /** Keeps the process running until the connection is closed, as a socket does: waiting by the clock alone does not. */
  private readonly keepAlive = setInterval(() => undefined, FAR);
  private listener: ((bytes: Uint8Array) => void) | undefined;
  private reason: Loss | undefined;
  private readonly waiting = new Set<(loss: Loss) => void>();
  private resolveGone: (loss: Loss) => void = () => undefined;

  readonly gone = new Promise<Loss>((resolve) => (this.resolveGone = resolve));

  /** Why the connection has gone; undefined while it is there. */
  get loss(): Loss | undefined {
    return this.reason;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.listener = listener;
  }

  /** Gives the listener what came in. */
  deliver(bytes: Uint8Array): void {
    if (bytes.length > 0) this.listener?.(bytes);
  }

  /** The connection has gone: ends all waiting. The first reason stays. */
  lose(loss: Loss): void {
    if (this.reason !== undefined) return;
    this.reason = loss;
    this.listener = undefined;
    this.resolveGone(loss);
    for (const end of this.waiting) end(loss);
  }

  /** To be called last, when the device is released. */
  release(): void {
    clearInterval(this.keepAlive);
  }

  /**
   * Waits for `work` until it is done, the connection has gone, or `signal` is aborted, which is `lost`. The last two do not
   * stop the work: closing does.
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
