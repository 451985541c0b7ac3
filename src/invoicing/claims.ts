import type { Clock } from '../base/clock.js';
import type { Environment } from '../base/fiscal.js';
import type { Intent } from '../ledger/intent.js';
import type { IssuedInvoice } from '../ledger/invoice.js';

/** How long a found receipt waits for its caller, ms: as long as somebody who was told to repeat may take. */
const WAIT = 3 * 60 * 1000;
/** How long after it was asked for a receipt may still be found for its caller, ms: later, somebody else asks for the same. */
const PATIENCE = 10 * 60 * 1000;

/**
 * A caller without an idempotency key who was told that an end is not known repeats the request, as the API contract
 * asks. What was found meanwhile is then the answer, once: a second receipt for the same goods would be a double one.
 */
export class Claims {
  private readonly found = new Map<string, { readonly invoice: IssuedInvoice; readonly until: number }[]>();

  constructor(private readonly clock: Clock) {}

  /** `age`: how long ago it was asked for, ms. */
  add({ environment, fingerprint }: Intent, invoice: IssuedInvoice, age: number): void {
    this.forget();
    if (age > PATIENCE) return;
    const name = nameOf(environment, fingerprint);
    const until = this.clock.monotonic() + WAIT;
    this.found.set(name, [...(this.found.get(name) ?? []), { invoice, until }]);
  }

  /** The receipt that such a request is owed, if there is one. */
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
