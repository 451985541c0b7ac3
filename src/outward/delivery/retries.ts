import type { Clock, UtcMs } from '../../base/index.js';
import type { DeliveryFailure } from './deliveryFailure.js';
import type { RetryDelay } from './retryDelay.js';

/** The current failure, and since when nothing was delivered. */
export interface LastingFailure {
  readonly reason: DeliveryFailure;
  readonly since: UtcMs;
}

interface RetryParts {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** 0 to 1, for pauses. */
  readonly random?: () => number;
}

/** The time of the next attempt, and the current failure. */
export class Retries {
  private attempts = 0;
  /** Monotonic time of the next attempt, ms. */
  private notBefore = 0;
  private lasting: LastingFailure | null = null;

  constructor(
    private readonly parts: RetryParts,
    private readonly delay: RetryDelay,
  ) {}

  /** Null when the last attempt succeeded, or there was none. */
  get failure(): LastingFailure | null {
    return this.lasting;
  }

  get areDue(): boolean {
    return this.parts.clock.monotonic() >= this.notBefore;
  }

  /** Allows the next attempt at once, as if there had been no failure. */
  reset(): void {
    [this.attempts, this.notBefore, this.lasting] = [0, 0, null];
  }

  pause(ms: number): void {
    this.notBefore = this.parts.clock.monotonic() + ms;
  }

  /** Records a success. Returns the number of failed attempts before it. */
  noteSuccess(): number {
    const { attempts } = this;
    this.reset();
    return attempts;
  }

  /** Records a failure. Returns true when it differs from the previous one. */
  noteFailure(reason: DeliveryFailure): boolean {
    const { clock, random = Math.random } = this.parts;
    const before = this.lasting?.reason;
    this.attempts += 1;
    this.lasting = { reason, since: this.lasting?.since ?? clock.now() };
    this.pause(this.delay(reason, this.attempts, random));
    return before?.kind !== reason.kind || before.status !== reason.status;
  }
}
