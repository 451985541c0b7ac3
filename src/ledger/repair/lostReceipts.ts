import { type Environment, type Para, readPfrNumber } from '../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import { isWithin } from '../losses.js';
import type { Damage } from '../recovery.js';
import type { IndexedReceipt } from '../views/invoices.js';

/** A receipt that is known to be among lost records. What only its neighbours' numbers tell has neither time nor amount. */
export interface LostReceipt {
  readonly environment: Environment;
  /** PFR number. */
  readonly number: string;
  /** Belgrade day, 20261121. */
  readonly day: number | null;
  readonly total: Para | null;
  readonly clientRequestId: string | null;
}

type Stretch = Pick<Damage, 'firstMissing' | 'lastMissing'>;

/** More are not named one by one: a whole segment holds some 7,000. */
const MAX_NAMED = 10_000;

/** Names lost receipts by the saved indexes, and by the gaps that they leave in the running numbers of a counter series. */
export class LostReceipts {
  /** The last receipt of each series. */
  private readonly last = new Map<string, { readonly sequence: number; readonly counter: number }>();
  private readonly found = new Map<string, LostReceipt>();

  constructor(private readonly stretches: readonly Stretch[]) {}

  /** To be called with each receipt that can be read, in the order of the log. */
  takeReadable(sequence: number, { invoiceNumber, totalCounter, environment }: InvoiceRow): void {
    const series = invoiceNumber.slice(0, invoiceNumber.lastIndexOf('-'));
    const before = this.last.get(series);
    if (before !== undefined && before.counter >= totalCounter) return; // it was found late
    this.last.set(series, { sequence, counter: totalCounter });
    if (before === undefined || !this.liesBetween(before.sequence, sequence)) return;
    for (let counter = before.counter + 1; counter < totalCounter; counter += 1) {
      this.add({ environment, number: `${series}-${counter}`, day: null, total: null, clientRequestId: null });
    }
  }

  /** To be called with each receipt of a saved index. */
  takeIndexed({ sequence, environment, number, day, total, clientRequestId }: IndexedReceipt): void {
    if (isWithin(this.stretches, sequence)) this.add({ environment, number, day, total, clientRequestId });
  }

  /** In the order of their numbers. */
  get all(): readonly LostReceipt[] {
    return [...this.found.values()].sort((one, other) => compare(one.number, other.number));
  }

  private liesBetween(before: number, after: number): boolean {
    return this.stretches.some(({ firstMissing, lastMissing }) => before < firstMissing && lastMissing < after);
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
