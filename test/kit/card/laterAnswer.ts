import type { Clock } from '../../../src/base/clock.js';

/** What the firmware itself takes its time for, ms. */
export interface Pace {
  /** Before each message of its own. */
  readonly delay?: number;
  /** While the card computes it asks the host for so many times as much time, each time that so much has passed. */
  readonly extension?: { readonly every: number; readonly factor: number };
}

/** The answer of a reader that waits for its card, and its requests for more time until then. */
export class LaterAnswer {
  private stop: AbortController | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly say: (message: Buffer) => void,
  ) {}

  get isWaiting(): boolean {
    return this.stop !== undefined;
  }

  /** Says the answer after `wait` ms, and what `extension` makes each time that the reader asks for more. */
  async sayAfter(
    wait: number,
    answer: Buffer,
    { every, factor }: NonNullable<Pace['extension']>,
    extension: () => Buffer,
  ): Promise<void> {
    const { signal } = (this.stop = new AbortController());
    let left = wait;
    for (let next = every; left > next; next = every * factor) {
      if (!(await this.clock.sleep(next, signal))) return;
      left -= next;
      this.say(extension());
    }
    if (!(await this.clock.sleep(left, signal))) return;
    this.stop = undefined;
    this.say(answer);
  }

  /** The answer will not be sent. */
  cancel(): void {
    this.stop?.abort();
    this.stop = undefined;
  }
}
