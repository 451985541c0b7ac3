import type { Clock, Environment, Log } from '../../../base/index.js';
import type { Intent, IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import type { OpenIntents, Unsettled } from './openIntents.js';

/**
 * How long the same sale without a key is refused after a lost answer, ms. The refusal asks its caller to wait and
 * repeat.
 */
const SAME_SALE = 60_000;

interface SoldTwiceParts {
  readonly ledger: Ledger;
  readonly openIntents: OpenIntents;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sales without a key that equal one whose answer was lost. The box cannot distinguish a repeat by the same buyer from
 * the next buyer with the same goods. The refusal is therefore short, and a seller who sold twice gets both numbers.
 */
export class SoldTwice {
  constructor(private readonly parts: SoldTwiceParts) {}

  /**
   * The lost sale that such a sale without a key is taken to repeat. A lost sale that was certainly signed comes first.
   */
  lostJustNow(environment: Environment, fingerprint: string): Unsettled | undefined {
    const { openIntents } = this.parts;
    const lost = this.lostSales(environment, fingerprint).filter(
      ({ intent }) => openIntents.lostFor(intent) < SAME_SALE,
    );
    return lost.find(({ number }) => number !== null) ?? lost[0];
  }

  /** Notes which lost sales a receipt may repeat. Call it when the receipt is in the ledger. */
  async soldAgain(asked: Intent, { signature }: IssuedInvoice): Promise<void> {
    if (asked.clientRequestId !== null) return;
    for (const { intent: lost } of this.lostSales(asked.environment, asked.fingerprint)) {
      if (lost.requestId === asked.requestId || lost.soldAgainAs !== undefined) continue;
      await this.parts.ledger.put({ type: 'intent', intent: { ...lost, soldAgainAs: signature.invoiceNumber } });
    }
  }

  /** The lost sale was signed after all: if it was issued again, there are two receipts for it. */
  async note({ environment, soldAgainAs }: Intent, number: string): Promise<void> {
    if (soldAgainAs === undefined || soldAgainAs === number) return;
    const { ledger, clock, log } = this.parts;
    const isTold = ledger.main.events.some((event) => event.kind === 'sold-twice' && event.first === number);
    if (isTold) return;
    log('sale.twice', { environment, first: number, second: soldAgainAs });
    const event = { kind: 'sold-twice', at: clock.now(), environment, first: number, second: soldAgainAs } as const;
    await ledger.put({ type: 'event', event });
  }

  private lostSales(environment: Environment, fingerprint: string): readonly Unsettled[] {
    return this.parts.openIntents
      .unsettled(environment)
      .filter(({ intent }) => intent.clientRequestId === null && intent.fingerprint === fingerprint);
  }
}
