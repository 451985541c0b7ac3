import { failed, ok, type Result } from '../../base/result.js';
import type { Loss } from './port.js';

/** ms; only that there is a timer matters. */
const FAR = 2 ** 30;

/** What every connection has to itself: who listens, whether the way is still there, and who waits for it. */
export class Way {
  /** Until it is closed, a way holds the process, as a socket does: waiting by the clock alone does not. */
  private readonly hold = setInterval(() => undefined, FAR);
  private listener: ((bytes: Uint8Array) => void) | undefined;
  private reason: Loss | undefined;
  private readonly waiting = new Set<(loss: Loss) => void>();
  private tell: (loss: Loss) => void = () => undefined;

  readonly gone = new Promise<Loss>((resolve) => (this.tell = resolve));

  /** Why it has gone; undefined while it is there. */
  get loss(): Loss | undefined {
    return this.reason;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.listener = listener;
  }

  /** Hands on what came in. */
  hand(bytes: Uint8Array): void {
    if (bytes.length > 0) this.listener?.(bytes);
  }

  /** The way has gone: nobody waits for it any more. The first reason stays. */
  lose(loss: Loss): void {
    if (this.reason !== undefined) return;
    this.reason = loss;
    this.listener = undefined;
    this.tell(loss);
    for (const end of this.waiting) end(loss);
  }

  /** The last thing that happens to it: it was closed. */
  free(): void {
    clearInterval(this.hold);
  }

  /**
   * Waits for `work` until it is done, the way has gone, or `signal` is aborted, which is `lost`. The last two do not stop
   * the work: that is for the one who closes.
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
