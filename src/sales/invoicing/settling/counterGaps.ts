import { type Environment, type Log, runName, type Signature } from '../../../base/index.js';
import type { Intent, Ledger } from '../../../platform/ledger/index.js';

/** Running numbers that are missing between two receipts of this box. */
interface CounterGap {
  /** JID of the card or certificate. */
  readonly jid: string;
  /** Running numbers of the last receipt in the ledger and of the next one. */
  readonly before: number;
  readonly after: number;
}

/**
 * A signer of a known certificate whose first number here is at most this is new. The numbers below it may then be lost
 * orders, and count as a gap. With a higher first number, the signer has signed receipts elsewhere.
 */
const NEW_SIGNER = 10;

/**
 * Detects gaps in the running numbers of a card, or of a certificate at one signer. Without other tills these numbers
 * have no gaps. If a number is missing that no order with a lost answer explains, another cash register uses the card,
 * or something was signed that the box does not know.
 */
export class CounterGaps {
  private readonly gaps = new Map<Environment, CounterGap>();
  private readonly sellers = new Map<Environment, string>();

  constructor(private readonly parts: { readonly ledger: Ledger; readonly log: Log }) {}

  /** Call before a receipt is recorded. `lost`: how many other orders have no known outcome. */
  note({ environment }: Intent, signature: Signature, lost: number): void {
    const { requestedBy: jid, totalCounter: after, company } = signature;
    this.sellers.set(environment, company.tin);
    const { main } = this.parts.ledger;
    const before = main.runningNumbersOf(runName(signature)).total;
    // For a card or certificate that is new here, it is unknown how many receipts it has signed elsewhere.
    const isKnown = before > 0 || (after <= NEW_SIGNER && Object.keys(main.runsInUse(jid)).length > 0);
    if (isKnown && after - before - 1 > lost) this.add(environment, { jid, before, after });
  }

  /** Notes a gap that turned out to be unrelated to the lost orders. */
  add(environment: Environment, gap: CounterGap): void {
    this.gaps.set(environment, gap);
    this.parts.log('pfr.gap', { environment, ...gap });
  }

  /** TIN of the taxpayer for whom the last receipt since the start of the box was signed. */
  seller(environment: Environment): string | undefined {
    return this.sellers.get(environment);
  }

  /** The last gap since the start of the box. */
  gap(environment: Environment): CounterGap | undefined {
    return this.gaps.get(environment);
  }
}
