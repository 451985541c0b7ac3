interface Running<T> {
  readonly fingerprint: string;
  readonly outcome: Promise<T>;
}

/** How a request with a key went: `other` when the key is at work for a request of other content. */
export type Turn<T> = { readonly isRepeat: boolean; readonly outcome: T } | 'other';

/** Requests with an idempotency key that are being worked on: a second one with the key waits for the first. */
export class InFlight<T> {
  private readonly running = new Map<string, Running<T>>();

  /** Does the work, or waits for the request that does it already. */
  async run(key: string, fingerprint: string, work: () => Promise<T>): Promise<Turn<T>> {
    const first = this.running.get(key);
    if (first !== undefined) {
      return first.fingerprint === fingerprint ? { isRepeat: true, outcome: await first.outcome } : 'other';
    }
    const outcome = work().finally(() => this.running.delete(key));
    this.running.set(key, { fingerprint, outcome });
    return { isRepeat: false, outcome: await outcome };
  }
}
