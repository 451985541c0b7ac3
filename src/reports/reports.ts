import { PAYMENT_TYPES, type ParaSum, type PaymentType, type TaxLabel } from '../base/fiscal.js';
import { serbianOrder } from '../base/text.js';
import type { Ledger } from '../ledger/ledger.js';
import type { DayTurnover, Period, Turnover } from '../ledger/views/turnover.js';

/** What every figure below keeps to; the ledger counts by it. */
export const ACCOUNTING_RULE =
  'Only issued Normal and Advance invoices count, refunds subtract, ProForma, Copy and Training never enter a total, ' +
  'and only the active environment counts.';

/** Name and rate are those that the label has now; null when it no longer exists. */
export interface LabelTurnover {
  readonly label: string;
  readonly name: string | null;
  readonly rate: number | null;
  readonly turnover: ParaSum;
}

export interface PaymentTurnover {
  readonly paymentType: PaymentType;
  readonly amount: ParaSum;
}

export interface CashierTurnover {
  readonly cashier: string;
  readonly invoices: number;
  readonly turnover: ParaSum;
}

/** Turnover of a period in para, refunds subtracted. What had no receipts in the period has no row. */
export interface Summary {
  readonly totals: Turnover;
  /** In Serbian order of the labels. */
  readonly byTaxLabel: readonly LabelTurnover[];
  /** In the order of the official numbers of the payment types. */
  readonly byPaymentType: readonly PaymentTurnover[];
  /** In Serbian order of the names. */
  readonly byCashier: readonly CashierTurnover[];
}

const NOTHING: Turnover = { invoices: 0, amount: 0n, refunds: 0, refunded: 0n };

/** `labels`: those that exist now, also the ones that a receipt may not carry at the moment; of two alike the last. */
export function summarize({ main }: Ledger, period: Period, labels: readonly TaxLabel[]): Summary {
  const sums = main.turnover;
  const [totals = NOTHING] = sums.byName('total', period);
  const existing = new Map(labels.map((taxLabel) => [taxLabel.label, taxLabel]));
  const payments = new Map(sums.byName('payment', period).map(({ name, amount }) => [name, amount]));
  return {
    totals,
    byTaxLabel: sums
      .byName('label', period)
      .map(({ name: label, amount: turnover }) => {
        const { name = null, rate = null } = existing.get(label) ?? {};
        return { label, name, rate, turnover };
      })
      .sort((a, b) => serbianOrder(a.label, b.label)),
    byPaymentType: PAYMENT_TYPES.flatMap((paymentType) => {
      const amount = payments.get(paymentType);
      return amount === undefined ? [] : [{ paymentType, amount }];
    }),
    byCashier: sums
      .byName('cashier', period)
      .map(({ name, invoices, amount }) => ({ cashier: name, invoices, turnover: amount }))
      .sort((a, b) => serbianOrder(a.cashier, b.cashier)),
  };
}

/** Turnover of each day that had receipts which count, in order. */
export function daily({ main }: Ledger, period: Period): DayTurnover[] {
  return main.turnover.byDay('total', period);
}
