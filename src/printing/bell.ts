import type { Clock } from '../base/clock.js';

/** Wakes one who waits; a ring that comes while nobody waits is not lost. */
export class Bell {
  private ringing = new AbortController();

  ring(): void {
    this.ringing.abort();
  }

  /** Waits so long, or until it rings. */
  async wait(clock: Clock, ms: number): Promise<void> {
    await clock.sleep(ms, this.ringing.signal);
    if (this.ringing.signal.aborted) this.ringing = new AbortController();
  }
}
