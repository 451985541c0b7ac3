import { type Clock, type UtcMs, Wakeup } from '../../base/index.js';
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

interface LoopDeps {
  readonly clock: Clock;
  /** Does one piece of work; false when there is none now. */
  readonly step: () => Promise<boolean>;
  /** Called for an exception in a step. A bug must not stop sales, so the loop continues with the next round. */
  readonly onBug: (error: unknown) => void;
  /** How long a stop waits for a message in progress, ms; 1 s by default. */
  readonly stopTimeout?: number | undefined;
}

/** Pause between two rounds without work, ms. */
const ROUND = 1_000;
const STOP_TIMEOUT = 1_000;

/** Runs deliveries beside the sales: step after step while there is work, then one check a second. */
export class DeliveryLoop {
  private isStopping = false;
  /** Aborts a message in progress. */
  private readonly ended = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly wakeup = new Wakeup();

  constructor(private readonly deps: LoopDeps) {}

  /** True when no more messages may be started. */
  get stops(): boolean {
    return this.isStopping;
  }

  /** Aborted when a message in progress is given up. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  start(): void {
    this.running = this.run();
  }

  /** Starts no further message; one in progress is aborted after a moment. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wakeup.ring();
    const giveUp = setTimeout(() => this.ended.abort(), this.deps.stopTimeout ?? STOP_TIMEOUT);
    await this.running;
    clearTimeout(giveUp);
  }

  /** Starts the next round at once. */
  lookNow(): void {
    this.wakeup.ring();
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      if (!(await this.safeStep())) await this.wakeup.wait(this.deps.clock, ROUND);
    }
  }

  private async safeStep(): Promise<boolean> {
    try {
      return await this.deps.step();
    } catch (error) {
      this.deps.onBug(error);
      return false;
    }
  }
}
