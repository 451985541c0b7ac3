import type { Clock, Environment } from '../../../base/index.js';
import type { Intent, IssuedInvoice } from '../../../platform/ledger/index.js';

/**
 * How long a found receipt is stored for its caller, ms: long enough for a caller that was asked to repeat the request.
 */
const KEPT_FOR = 3 * 60 * 1000;
/**
 * A receipt that is found later than this is not stored, ms: a request for the same goods then comes from another
 * customer.
 */
const MAX_AGE = 10 * 60 * 1000;

/**
 * Receipts that were found after their caller got the answer that the outcome is not known. A caller without an
 * idempotency key repeats the request, as the API contract requires, and then gets the found receipt, once. A new
 * receipt would be a duplicate.
 */
export class UnclaimedReceipts {
  private readonly found = new Map<string, { readonly invoice: IssuedInvoice; readonly until: number }[]>();

  constructor(private readonly clock: Clock) {}

  /** `age`: time since it was requested, ms. */
  add({ environment, fingerprint }: Intent, invoice: IssuedInvoice, age: number): void {
    this.forget();
    if (age > MAX_AGE) return;
    const name = nameOf(environment, fingerprint);
    const until = this.clock.monotonic() + KEPT_FOR;
    this.found.set(name, [...(this.found.get(name) ?? []), { invoice, until }]);
  }

  /** The stored receipt that answers this request, if any. It is returned once. */
  take(environment: Environment, fingerprint: string): IssuedInvoice | undefined {
    this.forget();
    const name = nameOf(environment, fingerprint);
    const [first, ...rest] = this.found.get(name) ?? [];
    if (rest.length === 0) this.found.delete(name);
    else this.found.set(name, rest);
    return first?.invoice;
  }

  private forget(): void {
    const now = this.clock.monotonic();
    for (const [name, waiting] of this.found) {
      const left = waiting.filter(({ until }) => until > now);
      if (left.length === 0) this.found.delete(name);
      else this.found.set(name, left);
    }
  }
}

function nameOf(environment: Environment, fingerprint: string): string {
  return `${environment} ${fingerprint}`;
}
