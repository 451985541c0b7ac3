import { type ClockTrust, type ParaSum, serbianOrder, type UtcMs } from '../../base/index.js';
import { type Environment, PAYMENT_TYPES, type PaymentType, type TaxLabel } from '../../contract/index.js';
import type { DayTurnover, Ledger, Period, Turnover } from '../../platform/ledger/index.js';
import { type ClosedAdvances, withoutClosings } from './closedAdvances.js';

/** The rule for all figures below, by which the ledger counts. */
export const ACCOUNTING_RULE =
  'Only issued Normal and Advance invoices count, refunds subtract, ProForma, Copy and Training never enter a total, ' +
  'and only the active environment counts.';

/** Name and rate are the current ones of the label; null when it no longer exists. */
interface LabelTurnover {
  readonly label: string;
  readonly name: string | null;
  readonly rate: number | null;
  /** `rate` is RSD for each unit in place of percent. */
  readonly perUnit?: true;
  readonly turnover: ParaSum;
}

interface PaymentTurnover {
  readonly paymentType: PaymentType;
  readonly amount: ParaSum;
}

interface CashierTurnover {
  readonly cashier: string;
  readonly invoices: number;
  readonly turnover: ParaSum;
}

/**
 * Turnover of a period in para, refunds subtracted. Labels, payment types and cashiers without receipts have no row.
 */
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

/**
 * `labels` are all existing labels, including those that receipts may not use at the moment. Of two equal ones the last
 * counts.
 */
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
        const { name = null, rate = null, perUnit } = existing.get(label) ?? {};
        return { label, name, rate, ...(perUnit !== undefined && { perUnit }), turnover };
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

/** Turnover of each day with receipts that count, in order. */
export function dailyTurnover({ main }: Ledger, period: Period): DayTurnover[] {
  return main.turnover.byDay('total', period);
}

/** The time of a receipt issued now, even if the clock of the box is wrong. A report made now is of its day. */
export function reportTime(
  { main }: Ledger,
  environment: Environment,
  { now, health }: { readonly now: () => UtcMs; readonly health: { readonly clockTrust: () => ClockTrust } },
): UtcMs {
  return main.receiptTimes.processorTime(environment, { now, isTrusted: () => health.clockTrust() !== 'guess' });
}

/** Turnover of one day. `refunds` and `refunded` exclude refunds that only close an advance. */
export interface DayRow extends DayTurnover {
  /** Refunds that only close an advance. */
  readonly closedAdvances: ParaSum;
}

/** The figures of a period that the ledger has counted; each is computed when it is first used. */
export class Sums {
  #summary?: Summary;
  #days?: readonly DayRow[];

  /** Without `closed`, all refunds count as returned to buyers. */
  constructor(
    private readonly ledger: Ledger,
    private readonly period: Period,
    private readonly labels: readonly TaxLabel[],
    readonly closed: ReadonlyMap<number, ClosedAdvances> = new Map(),
  ) {}

  get summary(): Summary {
    return (this.#summary ??= summarize(this.ledger, this.period, this.labels));
  }

  get days(): readonly DayRow[] {
    return (this.#days ??= withoutClosings(dailyTurnover(this.ledger, this.period), this.closed).map((row) => ({
      ...row,
      closedAdvances: this.closed.get(row.day)?.amount ?? 0n,
    })));
  }
}
