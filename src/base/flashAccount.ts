import { AsyncLocalStorage } from 'node:async_hooks';

/** The flash that one API key writes in a day. */
export interface FlashAccount {
  /** Adds bytes that were written, or that will follow from what was written. */
  readonly charge: (bytes: number) => void;
  /** True when the limit of today is reached. */
  readonly isSpent: () => boolean;
}

/** The writer of the flash is far below the request, and does not know the API key. */
const present = new AsyncLocalStorage<FlashAccount | undefined>();

/** The account of the current work; undefined for work of the box itself. */
export function flashAccount(): FlashAccount | undefined {
  return present.getStore();
}

/**
 * Runs work, and everything it awaits, on an account; undefined: on none, for work that continues after the request.
 */
export function chargedTo<T>(account: FlashAccount | undefined, work: () => T): T {
  return present.run(account, work);
}
