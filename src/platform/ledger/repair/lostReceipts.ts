import { type Environment, readPfrNumber } from '../../../contract/index.js';
import type { Para } from '../../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import { type Damage, isWithin } from '../recovery.js';
import type { IndexedReceipt } from '../views/invoices.js';

/** A receipt among the lost records. One known only from a gap between PFR numbers has neither day nor amount. */
export interface LostReceipt {
  readonly environment: Environment;
  /** PFR number. */
  readonly number: string;
  /** Belgrade day, 20261121. */
  readonly day: number | null;
  readonly total: Para | null;
  readonly clientRequestId: string | null;
}

/**
 * Between these two numbers of a counter series more numbers are missing than records are lost, because other boxes
 * sell with the card too.
 */
export interface UnsureGap {
  readonly after: string;
  readonly before: string;
  /** At most this many of them are lost receipts. */
  readonly atMost: number;
}

type Stretch = Pick<Damage, 'firstMissing' | 'lastMissing'>;

/** Maximum number of receipts listed one by one; a whole segment contains some 7,000. */
const MAX_NAMED = 10_000;

/** Identifies lost receipts by the saved indexes, and by gaps in the numbers of a counter series. */
export class LostReceipts {
  /** The last receipt of each counter series. */
  private readonly last = new Map<string, { readonly sequence: number; readonly counter: number }>();
  private readonly found = new Map<string, LostReceipt>();
  private readonly unsure: UnsureGap[] = [];

  constructor(private readonly stretches: readonly Stretch[]) {}

  /** Must be called with each readable receipt, in the order of the log. */
  takeReadable(sequence: number, { invoiceNumber, totalCounter, environment }: InvoiceRow): void {
    const series = invoiceNumber.slice(0, invoiceNumber.lastIndexOf('-'));
    const before = this.last.get(series);
    if (before !== undefined && before.counter >= totalCounter) {
      this.found.delete(invoiceNumber); // it was recorded late
      return;
    }
    this.last.set(series, { sequence, counter: totalCounter });
    if (before === undefined) return;
    const atMost = this.lostBetween(before.sequence, sequence);
    if (atMost === 0) return;
    if (totalCounter - before.counter - 1 > atMost) {
      this.unsure.push({ after: `${series}-${before.counter}`, before: invoiceNumber, atMost });
      return;
    }
    for (let counter = before.counter + 1; counter < totalCounter && this.found.size < MAX_NAMED; counter += 1) {
      this.add({ environment, number: `${series}-${counter}`, day: null, total: null, clientRequestId: null });
    }
  }

  /** Must be called with each receipt of a saved index. */
  takeIndexed({ sequence, environment, number, day, total, clientRequestId }: IndexedReceipt): void {
    if (isWithin(this.stretches, sequence)) this.add({ environment, number, day, total, clientRequestId });
  }

  /** Sorted by number. */
  get all(): readonly LostReceipt[] {
    return [...this.found.values()].sort((one, other) => compare(one.number, other.number));
  }

  /** Gaps whose numbers cannot be assigned to lost receipts, in the order of the log. */
  get gaps(): readonly UnsureGap[] {
    return this.unsure;
  }

  /** Number of lost records between two readable ones. */
  private lostBetween(before: number, after: number): number {
    return this.stretches
      .filter(({ firstMissing, lastMissing }) => before < firstMissing && lastMissing < after)
      .reduce((sum, { firstMissing, lastMissing }) => sum + lastMissing - firstMissing + 1, 0);
  }

  private add(receipt: LostReceipt): void {
    const known = this.found.get(receipt.number);
    if (known === undefined ? this.found.size < MAX_NAMED : known.total === null)
      this.found.set(receipt.number, receipt);
  }
}

function compare(one: string, other: string): number {
  const [first, second] = [readPfrNumber(one), readPfrNumber(other)];
  const [series, otherSeries] = [one, other].map((number) => number.slice(0, number.lastIndexOf('-')));
  if (series !== otherSeries || first === undefined || second === undefined) return one < other ? -1 : 1;
  return first.counter - second.counter;
}
