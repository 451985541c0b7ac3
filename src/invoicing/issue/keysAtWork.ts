import type { Environment } from '../../base/index.js';

/** Who works on a key: a request, the queue that issues its order, or the removal of that order. */
export type KeyHolder = 'request' | 'queue' | 'removal';

/** Work that is being done under an idempotency key. */
export interface KeyWork {
  readonly by: KeyHolder;
  /** Of the request; null for the other holders, whose outcome no request shares. */
  readonly fingerprint: string | null;
  readonly outcome: Promise<unknown>;
  /** Resolves, and never rejects, when the work is over. */
  readonly ended: Promise<void>;
}

/** The idempotency keys that are being worked on: at most one work for each key of an environment. */
export class KeysAtWork {
  private readonly works = new Map<string, KeyWork>();

  find(environment: Environment, id: string): KeyWork | undefined {
    return this.works.get(nameOf(environment, id));
  }

  /** Does the work, and keeps the key until it is over. The key must not be at work. */
  start<T>(
    environment: Environment,
    id: string,
    { by, fingerprint }: Pick<KeyWork, 'by' | 'fingerprint'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const name = nameOf(environment, id);
    // The work may run to its first wait before the key is noted: nothing else runs until then.
    const outcome = work().finally(() => this.works.delete(name));
    const over = (): void => undefined;
    this.works.set(name, { by, fingerprint, outcome, ended: outcome.then(over, over) });
    return outcome;
  }
}

function nameOf(environment: Environment, id: string): string {
  return `${environment} ${id}`;
}
