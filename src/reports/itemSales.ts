import {
  type Environment,
  failed,
  type InvoiceType,
  ok,
  type ParaSum,
  type Result,
  type SalesFirst,
  systemClock,
} from '../base/index.js';
import type { InvoiceSequence, IssuedInvoice, Ledger, Period } from '../ledger/index.js';

/** Most receipts that one report reads: half a minute on a small board. */
export const MOST_RECEIPTS = 40_000;
/** Most items that are told apart; what is sold of others is counted together. */
export const MOST_ITEMS = 2000;
/** A slice of the work, ms. */
const SLICE = 8;
/** Types that are turnover, see `ACCOUNTING_RULE`. */
const COUNTED: readonly InvoiceType[] = ['Normal', 'Advance'];

/** What the till writes behind the name of a line that has a discount. */
const DISCOUNT = new RegExp(' \\(попуст \\d+(,\\d+)?%\\)$');

/**
 * What was sold of one item, refunds subtracted. Items are told apart by name, unit and label, as receipts have them; with a
 * discount it is the same item.
 */
export interface ItemSales {
  readonly name: string;
  readonly unit: string;
  readonly label: string;
  /** Thousandths. */
  readonly quantity: bigint;
  readonly turnover: ParaSum;
  /** Lines, refunds included. */
  readonly lines: number;
}

export interface ItemReport {
  /** The most turnover first. */
  readonly items: readonly ItemSales[];
  /** Turnover of what had no place in {@link items}. */
  readonly others: ParaSum;
}

/** Why items are not added up: there are more than {@link MOST_RECEIPTS}, or nobody waits for it any more. */
export type ItemSalesFault = { readonly kind: 'too-many'; readonly receipts: number } | { readonly kind: 'gone' };

/**
 * Adds up the lines of a period from the receipts themselves, day by day, so that what is sold meanwhile counts once. Ends
 * when `gone` is aborted.
 */
export async function itemSales(
  ledger: Ledger,
  period: Period,
  salesFirst: Pick<SalesFirst, 'slice'>,
  gone: AbortSignal,
): Promise<Result<ItemReport, ItemSalesFault>> {
  const days = ledger.main.turnover.byDay('total', period);
  const receipts = days.reduce((sum, { invoices }) => sum + invoices, 0);
  if (receipts > MOST_RECEIPTS) return failed({ kind: 'too-many', receipts });
  const sums = new Sums();
  for (const { day } of days) {
    for (const invoiceType of COUNTED) {
      if (gone.aborted) return failed({ kind: 'gone' });
      await addDay(ledger, { ...period, day, invoiceType }, sums, salesFirst, gone);
    }
  }
  if (gone.aborted) return failed({ kind: 'gone' });
  return ok(sums.report());
}

interface Day {
  readonly environment: Environment;
  readonly day: number;
  readonly invoiceType: InvoiceType;
}

async function addDay(
  ledger: Ledger,
  { environment, day, invoiceType }: Day,
  sums: Sums,
  { slice }: Pick<SalesFirst, 'slice'>,
  gone: AbortSignal,
): Promise<void> {
  const page = { environment, invoiceType, from: day, to: day, skip: 0, limit: MOST_RECEIPTS };
  const sequence: InvoiceSequence = await ledger.invoiceSequence(page);
  for (let isOver = false; !isOver && !gone.aborted;) {
    isOver = await slice(async () => {
      const began = systemClock.monotonic();
      while (systemClock.monotonic() - began < SLICE) {
        const { value } = await sequence.next();
        if (value === undefined) return true;
        sums.add(value);
      }
      return false;
    });
  }
  await sequence.return();
}

type Sum = { -readonly [K in keyof ItemSales]: ItemSales[K] };

class Sums {
  private readonly byItem = new Map<string, Sum>();
  private others = 0n;

  add({ draft: { lines, transactionType } }: IssuedInvoice): void {
    const sign = transactionType === 'Refund' ? -1n : 1n;
    for (const { name, unit, label, quantity, total } of lines) {
      const sum = this.of(name.replace(DISCOUNT, ''), unit, label);
      const turnover = sign * BigInt(total);
      if (sum === undefined) {
        this.others += turnover;
        continue;
      }
      sum.quantity += sign * BigInt(quantity);
      sum.turnover += turnover;
      sum.lines += 1;
    }
  }

  report(): ItemReport {
    const items = [...this.byItem.values()];
    items.sort((one, other) => (one.turnover === other.turnover ? 0 : one.turnover > other.turnover ? -1 : 1));
    return { items, others: this.others };
  }

  private of(name: string, unit: string, label: string): Sum | undefined {
    const key = JSON.stringify([name, unit, label]);
    let sum = this.byItem.get(key);
    if (sum === undefined && this.byItem.size < MOST_ITEMS) {
      sum = { name, unit, label, quantity: 0n, turnover: 0n, lines: 0 };
      this.byItem.set(key, sum);
    }
    return sum;
  }
}
