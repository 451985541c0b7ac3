import { type ParaSum, serbianOrder } from '../../base/index.js';
import type { IssuedInvoice } from '../../platform/ledger/index.js';

/** Tax of one label at one rate, as the processor computed it on each receipt; refunds subtracted. */
export interface LabelTax {
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
export class TaxSums {
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
