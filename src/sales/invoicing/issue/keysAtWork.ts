import type { Environment } from '../../../contract/index.js';

/** Holder of a key: a request, the queue that issues its order, or the removal of that order. */
type KeyHolder = 'request' | 'queue' | 'removal';

/** Work in progress under an idempotency key. */
export interface KeyWork {
  readonly by: KeyHolder;
  /** Fingerprint of the request; null for the other holders, whose outcome is not shared with requests. */
  readonly fingerprint: string | null;
  readonly outcome: Promise<unknown>;
  /** Resolves when the work is over; never rejects. */
  readonly ended: Promise<void>;
}

/** Idempotency keys with work in progress: at most one per key and environment. */
export class KeysAtWork {
  private readonly works = new Map<string, KeyWork>();

  find(environment: Environment, id: string): KeyWork | undefined {
    return this.works.get(nameOf(environment, id));
  }

  /** Runs the work and holds the key until it is over. The key must not be in use. */
  start<T>(
    environment: Environment,
    id: string,
    { by, fingerprint }: Pick<KeyWork, 'by' | 'fingerprint'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const name = nameOf(environment, id);
    // The work may run to its first await before the key is noted. No other code runs until then.
    const outcome = work().finally(() => this.works.delete(name));
    const over = (): void => undefined;
    this.works.set(name, { by, fingerprint, outcome, ended: outcome.then(over, over) });
    return outcome;
  }
}

function nameOf(environment: Environment, id: string): string {
  return `${environment} ${id}`;
}
