import { type Clock, Wakeup } from '../base/index.js';

export interface LoopParts {
  readonly clock: Clock;
  /** Does one thing; false when there is nothing to do now. */
  readonly step: () => Promise<boolean>;
  /** A bug must not stop sales: it is told here, and the next round goes on. */
  readonly onBug: (error: unknown) => void;
  /** How long a stop waits for a message in progress, ms; 1 s if not given. */
  readonly stopTimeout?: number | undefined;
}

/** Time between two rounds without anything to do, ms. */
const ROUND = 1_000;
const STOP_TIMEOUT = 1_000;

/** Delivers beside the sales: step after step while there is something to do, then a look once a second. */
export class DeliveryLoop {
  private isStopping = false;
  /** Ends a message in progress. */
  private readonly ended = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly wakeup = new Wakeup();

  constructor(private readonly parts: LoopParts) {}

  /** No more messages are to be begun. */
  get stops(): boolean {
    return this.isStopping;
  }

  /** Is aborted when a message in progress is to be given up. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  start(): void {
    this.running = this.run();
  }

  /** Starts no message; one in progress is given up after a moment. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wakeup.ring();
    const giveUp = setTimeout(() => this.ended.abort(), this.parts.stopTimeout ?? STOP_TIMEOUT);
    await this.running;
    clearTimeout(giveUp);
  }

  /** The next round begins at once. */
  lookNow(): void {
    this.wakeup.ring();
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      if (!(await this.safeStep())) await this.wakeup.wait(this.parts.clock, ROUND);
    }
  }

  private async safeStep(): Promise<boolean> {
    try {
      return await this.parts.step();
    } catch (error) {
      this.parts.onBug(error);
      return false;
    }
  }
}
