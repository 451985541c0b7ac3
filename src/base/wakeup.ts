import type { Clock } from './clock.js';

/** Ends a wait early. A ring before the wait ends the next wait at once. */
export class Wakeup {
  private ringing = new AbortController();

  ring(): void {
    this.ringing.abort();
  }

  /** Waits for `ms`, or until {@link ring} is called. */
  async wait(clock: Clock, ms: number): Promise<void> {
    await clock.sleep(ms, this.ringing.signal);
    if (this.ringing.signal.aborted) this.ringing = new AbortController();
  }
}
