import { type Environment, type InvoiceType, type SalesFirst, systemClock } from '../../base/index.js';
import type { InvoiceSequence, IssuedInvoice, Ledger } from '../../platform/ledger/index.js';

/** Most receipts that one report reads; that takes half a minute on a small board. */
export const MOST_RECEIPTS = 40_000;
/** Duration of a slice of the work, ms. */
const SLICE = 8;

/** Receipts of one type of a Belgrade day, 20261121. */
interface Day {
  readonly environment: Environment;
  readonly day: number;
  readonly invoiceType: InvoiceType;
}

/**
 * Calls `use` with each receipt of a day, in slices between which sales go first. Ends early when `signal` is aborted.
 */
export async function eachReceiptOf(
  ledger: Ledger,
  { environment, day, invoiceType }: Day,
  use: (receipt: IssuedInvoice) => void,
  { slice }: Pick<SalesFirst, 'slice'>,
  signal: AbortSignal,
): Promise<void> {
  const page = { environment, invoiceType, from: day, to: day, skip: 0, limit: MOST_RECEIPTS };
  const sequence: InvoiceSequence = await ledger.invoiceSequence(page);
  for (let isOver = false; !isOver && !signal.aborted;) {
    isOver = await slice(async () => {
      const began = systemClock.monotonic();
      while (systemClock.monotonic() - began < SLICE) {
        const { value } = await sequence.next();
        if (value === undefined) return true;
        use(value);
      }
      return false;
    });
  }
  await sequence.return();
}
