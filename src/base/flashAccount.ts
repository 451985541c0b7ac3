import { AsyncLocalStorage } from 'node:async_hooks';

/** What one API key writes to the flash in a day. */
export interface FlashAccount {
  /** Adds bytes that were written, or will be because of what was written. */
  readonly charge: (bytes: number) => void;
  /** Has it written as much as it may today? */
  readonly isSpent: () => boolean;
}

/** Whoever writes to the flash is deep below whoever asked for it, and carries no name of a key. */
const present = new AsyncLocalStorage<FlashAccount | undefined>();

/** The account of what runs now; undefined for work of the box's own. */
export function flashAccount(): FlashAccount | undefined {
  return present.getStore();
}

/** Runs work, with all that it awaits, on an account; undefined: on none, as what goes on after the request has ended. */
export function chargedTo<T>(account: FlashAccount | undefined, work: () => T): T {
  return present.run(account, work);
}
