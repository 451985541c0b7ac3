import type { RequestKey } from './fingerprint.js';

interface Running {
  readonly fingerprint: string;
  readonly outcome: Promise<unknown>;
}

/** How a request with a key went: `other` when the key is at work for a request of other content. */
export type Turn<T> = { readonly isRepeat: boolean; readonly outcome: T } | 'other';

/** Requests with an idempotency key that are being worked on: a second one with the key waits for the first. */
export class InFlight {
  private readonly running = new Map<string, Running>();

  isAtWork(scope: string, id: string): boolean {
    return this.running.has(nameOf(scope, id));
  }

  /**
   * Does the work, or waits for the request that does it already. `scope` tells equal keys apart. Equal fingerprints are
   * equal requests, so that what the first one gives is of the type that the second one waits for.
   */
  async run<T>(scope: string, { id, fingerprint }: RequestKey, work: () => Promise<T>): Promise<Turn<T>> {
    const name = nameOf(scope, id);
    const first = this.running.get(name);
    if (first !== undefined) {
      return first.fingerprint === fingerprint ? { isRepeat: true, outcome: (await first.outcome) as T } : 'other';
    }
    const outcome = work().finally(() => this.running.delete(name));
    this.running.set(name, { fingerprint, outcome });
    return { isRepeat: false, outcome: await outcome };
  }
}

function nameOf(scope: string, id: string): string {
  return `${scope} ${id}`;
}
