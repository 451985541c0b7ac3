import type { Clock, Log } from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';
import type { Intent, IssuedInvoice, Ledger, Reservation } from '../../../platform/ledger/index.js';
import type { OpenIntents, UnresolvedIntent } from './openIntents.js';

/**
 * How long the same sale without a key is refused after a lost answer, ms. The refusal asks its caller to wait and
 * repeat.
 */
const REPEAT_WINDOW = 60_000;

interface PossibleDuplicatesDeps {
  readonly ledger: Ledger;
  readonly openIntents: OpenIntents;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sales without a key that equal one whose answer was lost. The box cannot distinguish a repeat by the same buyer from
 * the next buyer with the same goods. The refusal is therefore short, and a seller who sold twice gets both numbers.
 */
export class PossibleDuplicates {
  constructor(private readonly deps: PossibleDuplicatesDeps) {}

  /**
   * The lost sale that such a sale without a key is taken to repeat. A lost sale that was certainly signed comes first.
   */
  lostJustNow(environment: Environment, fingerprint: string): UnresolvedIntent | undefined {
    const { openIntents } = this.deps;
    const lost = this.lostSales(environment, fingerprint).filter(
      ({ intent }) => openIntents.lostFor(intent) < REPEAT_WINDOW,
    );
    return lost.find(({ number }) => number !== null) ?? lost[0];
  }

  /**
   * Notes which lost sales a receipt may repeat. Call it when the receipt is in the ledger. `space`: what the caller
   * has reserved; on a full disk it would wait for itself otherwise.
   */
  async recordRepeat(issued: Intent, { signature }: IssuedInvoice, space?: Reservation): Promise<void> {
    if (issued.clientRequestId !== null) return;
    for (const { intent: lost } of this.lostSales(issued.environment, issued.fingerprint)) {
      if (lost.requestId === issued.requestId || lost.soldAgainAs !== undefined) continue;
      const intent = { ...lost, soldAgainAs: signature.invoiceNumber };
      await this.deps.ledger.put({ type: 'intent', intent }, space);
    }
  }

  /** The lost sale was signed after all: if it was issued again, there are two receipts for it. */
  async reportDuplicate({ environment, soldAgainAs }: Intent, number: string): Promise<void> {
    if (soldAgainAs === undefined || soldAgainAs === number) return;
    const { ledger, clock, log } = this.deps;
    const isReported = ledger.main.events.some((event) => event.kind === 'sold-twice' && event.first === number);
    if (isReported) return;
    log('sale.twice', { environment, first: number, second: soldAgainAs });
    const event = { kind: 'sold-twice', at: clock.now(), environment, first: number, second: soldAgainAs } as const;
    await ledger.put({ type: 'event', event });
  }

  private lostSales(environment: Environment, fingerprint: string): readonly UnresolvedIntent[] {
    return this.deps.openIntents
      .unresolved(environment)
      .filter(({ intent }) => intent.clientRequestId === null && intent.fingerprint === fingerprint);
  }
}

/**
 * How long a found receipt is stored for its caller, ms: long enough for a caller that was asked to repeat the request.
 */
const STORED_FOR = 3 * 60 * 1000;
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
    const until = this.clock.monotonic() + STORED_FOR;
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
    for (const [name, stored] of this.found) {
      const remaining = stored.filter(({ until }) => until > now);
      if (remaining.length === 0) this.found.delete(name);
      else this.found.set(name, remaining);
    }
  }
}

function nameOf(environment: Environment, fingerprint: string): string {
  return `${environment} ${fingerprint}`;
}
