import { type Clock, Wakeup } from '../../base/index.js';

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
