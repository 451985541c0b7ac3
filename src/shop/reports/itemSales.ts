import {
  failed,
  ok,
  type ParaSum,
  type Result,
  runInSlices,
  type SalePriority,
  serbianOrder,
} from '../../base/index.js';
import { type InvoiceType, isAdvanceName } from '../../contract/index.js';
import type { IssuedInvoice, Ledger, Period } from '../../platform/ledger/index.js';
import { eachReceiptOf, MAX_RECEIPTS } from './closedAdvances.js';
import { dailyTurnover } from './days.js';

/** Tax of one label at one rate, as the processor computed it on each receipt; refunds subtracted. */
interface LabelTax {
  readonly label: string;
  readonly name: string;
  /** Percent, or RSD for each unit with {@link perUnit}. */
  readonly rate: number;
  readonly perUnit?: true;
  /** Taxed amounts, VAT included. */
  readonly turnover: ParaSum;
  readonly tax: ParaSum;
}

/** Adds up the taxes of receipts. A label whose rate has changed has a row for each rate. */
class TaxSums {
  private readonly rows = new Map<string, LabelTax>();

  add({ draft, signature }: IssuedInvoice): void {
    const sign = draft.transactionType === 'Refund' ? -1n : 1n;
    for (const { label, categoryName: name, rate, perUnit, amount, total } of signature.taxItems) {
      const key = JSON.stringify([label, name, rate, perUnit]);
      const { turnover, tax } = this.rows.get(key) ?? { turnover: 0n, tax: 0n };
      const sums = { turnover: turnover + sign * BigInt(total), tax: tax + sign * BigInt(amount) };
      this.rows.set(key, { label, name, rate, ...(perUnit !== undefined && { perUnit }), ...sums });
    }
  }

  /** In Serbian order of the labels, the higher rate first. */
  report(): readonly LabelTax[] {
    return [...this.rows.values()].sort((a, b) => serbianOrder(a.label, b.label) || b.rate - a.rate);
  }
}

/** Most items that are counted separately; the sales of further items are counted together. */
const MAX_ITEMS = 2000;
/** Types that are turnover, see `ACCOUNTING_RULE`. */
const COUNTED: readonly InvoiceType[] = ['Normal', 'Advance'];

/** The suffix that the till adds to the name of a line with a discount. */
const DISCOUNT = new RegExp(' \\(попуст \\d+(,\\d+)?%\\)$');

/**
 * Sales of one item, refunds subtracted. Items are distinguished by name, unit and label, as on receipts. A discount
 * does not make another item.
 */
interface ItemSales {
  /** `Аванс` for the advances of a label. */
  readonly name: string;
  /** Empty for advances. */
  readonly unit: string;
  readonly label: string;
  /**
   * True for the advances of a label: received, less those returned or closed. Their quantity has no meaning and is 0.
   */
  readonly isAdvance: boolean;
  /** Thousandths. */
  readonly quantity: bigint;
  readonly turnover: ParaSum;
  /** Number of lines, refunds included. */
  readonly lines: number;
}

export interface ItemReport {
  /** In descending order of turnover. */
  readonly items: readonly ItemSales[];
  /** Turnover of the items beyond the limit of {@link items}. */
  readonly others: ParaSum;
  readonly taxes: readonly LabelTax[];
}

/** Why items are not added up: there are more receipts than {@link MAX_RECEIPTS}, or the caller has aborted. */
export type ItemSalesFault = { readonly kind: 'too-many'; readonly receipts: number } | { readonly kind: 'aborted' };

/**
 * Adds up the lines and taxes of a period from the receipts themselves, day by day, so that sales made meanwhile count
 * once. Ends when `signal` is aborted.
 */
export async function itemSales(
  ledger: Ledger,
  period: Period,
  salePriority: Pick<SalePriority, 'slice'>,
  signal: AbortSignal,
): Promise<Result<ItemReport, ItemSalesFault>> {
  const isUnwanted = (): boolean => signal.aborted;
  if (isUnwanted()) return failed({ kind: 'aborted' });
  const days = await runInSlices(dailyTurnover(ledger, period), salePriority.slice);
  const receipts = days.reduce((sum, { invoices }) => sum + invoices, 0);
  if (receipts > MAX_RECEIPTS) return failed({ kind: 'too-many', receipts });
  const sums = new Sums();
  const taxes = new TaxSums();
  const add = (receipt: IssuedInvoice): void => {
    sums.add(receipt);
    taxes.add(receipt);
  };
  for (const { day } of days) {
    for (const invoiceType of COUNTED) {
      if (isUnwanted()) return failed({ kind: 'aborted' });
      await eachReceiptOf(ledger, { ...period, day, invoiceType }, add, salePriority, signal);
    }
  }
  if (isUnwanted()) return failed({ kind: 'aborted' });
  return ok({ ...sums.report(), taxes: taxes.report() });
}

type Sum = { -readonly [K in keyof ItemSales]: ItemSales[K] };

class Sums {
  private readonly byItem = new Map<string, Sum>();
  private others = 0n;

  add({ draft: { lines, invoiceType, transactionType } }: IssuedInvoice): void {
    const sign = transactionType === 'Refund' ? -1n : 1n;
    for (const { name, unit, label, quantity, total } of lines) {
      const isAdvance = invoiceType === 'Advance' && isAdvanceName(name);
      const sum = isAdvance
        ? this.of('Аванс', '', label, true)
        : this.of(name.replace(DISCOUNT, ''), unit, label, false);
      const turnover = sign * BigInt(total);
      if (sum === undefined) {
        this.others += turnover;
        continue;
      }
      if (!isAdvance) sum.quantity += sign * BigInt(quantity);
      sum.turnover += turnover;
      sum.lines += 1;
    }
  }

  report(): Omit<ItemReport, 'taxes'> {
    const items = [...this.byItem.values()];
    items.sort((one, other) => (one.turnover === other.turnover ? 0 : one.turnover > other.turnover ? -1 : 1));
    return { items, others: this.others };
  }

  private of(name: string, unit: string, label: string, isAdvance: boolean): Sum | undefined {
    const key = JSON.stringify([name, unit, label, isAdvance]);
    let sum = this.byItem.get(key);
    if (sum === undefined && this.byItem.size < MAX_ITEMS) {
      sum = { name, unit, label, isAdvance, quantity: 0n, turnover: 0n, lines: 0 };
      this.byItem.set(key, sum);
    }
    return sum;
  }
}
