import type { Clock, UtcMs } from '../../base/index.js';
import type { DeliveryFailure } from './deliveryFailure.js';

/** Pause after the first failure, ms; each further failure doubles it. */
const FIRST = 5_000;
const LONGEST = 15 * 60_000;
/** Pause after a permanent refusal, ms: the cause may be fixed on the other side. */
export const AFTER_REFUSAL = 60 * 60_000;
/** Doublings after which the longest pause is reached in any case. */
const MANY = 16;

/** Pause after a failure, ms. `attempt` counts consecutive failures from 1; `random` is 0 to 1. */
type RetryDelay = (failure: DeliveryFailure, attempt: number, random: () => number) => number;

/**
 * Half of the pause is random, so that boxes that lost the same server do not all retry at once. Never shorter than the
 * pause that the other side demands.
 */
export const backoff: RetryDelay = ({ retryAfter }, attempt, random) => {
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt - 1, MANY));
  return Math.max(retryAfter, (longest * (1 + random())) / 2);
};

/** Like {@link backoff}, but after a permanent refusal the next attempt is an hour later. */
export const pauseAfter: RetryDelay = (failure, attempt, random) =>
  failure.kind === 'refused' ? AFTER_REFUSAL : backoff(failure, attempt, random);

/** The current failure, and since when nothing was delivered. */
export interface LastingFailure {
  readonly reason: DeliveryFailure;
  readonly since: UtcMs;
}

interface RetryDeps {
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
    private readonly deps: RetryDeps,
    private readonly delay: RetryDelay,
  ) {}

  /** Null when the last attempt succeeded, or there was none. */
  get failure(): LastingFailure | null {
    return this.lasting;
  }

  get areDue(): boolean {
    return this.deps.clock.monotonic() >= this.notBefore;
  }

  /** Allows the next attempt at once, as if there had been no failure. */
  reset(): void {
    [this.attempts, this.notBefore, this.lasting] = [0, 0, null];
  }

  pause(ms: number): void {
    this.notBefore = this.deps.clock.monotonic() + ms;
  }

  /** Records a success. Returns the number of failed attempts before it. */
  noteSuccess(): number {
    const { attempts } = this;
    this.reset();
    return attempts;
  }

  /** Records a failure. Returns true when it differs from the previous one. */
  noteFailure(reason: DeliveryFailure): boolean {
    const { clock, random = Math.random } = this.deps;
    const before = this.lasting?.reason;
    this.attempts += 1;
    this.lasting = { reason, since: this.lasting?.since ?? clock.now() };
    this.pause(this.delay(reason, this.attempts, random));
    return before?.kind !== reason.kind || before.status !== reason.status;
  }
}
