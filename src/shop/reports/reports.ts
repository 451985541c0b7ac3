import { type ClockTrust, type ParaSum, serbianOrder, type Steps, type UtcMs } from '../../base/index.js';
import { type Environment, PAYMENT_TYPES, type PaymentType, type TaxLabel } from '../../contract/index.js';
import type {
  DayTurnover,
  Ledger,
  NamedTurnover,
  Period,
  Turnover,
  TurnoverKind,
} from '../../platform/ledger/index.js';
import { type ClosedAdvances, withoutClosings } from './closedAdvances.js';
import { daysInSteps } from './days.js';

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
interface Summary {
  readonly totals: Turnover;
  /** In Serbian order of the labels. */
  readonly byTaxLabel: readonly LabelTurnover[];
  /** In the order of the official numbers of the payment types. */
  readonly byPaymentType: readonly PaymentTurnover[];
  /** In Serbian order of the names. */
  readonly byCashier: readonly CashierTurnover[];
}

const NOTHING: Turnover = { invoices: 0, amount: 0n, refunds: 0, refunded: 0n };

type NamedSums = Readonly<Record<TurnoverKind, readonly NamedTurnover[]>>;

/**
 * `labels` are all existing labels, including those that receipts may not use at the moment. Of two equal ones the last
 * counts.
 */
function summarize({ main }: Ledger, period: Period, labels: readonly TaxLabel[]): Summary {
  return summaryOf(sumsByName(main.turnover, period), labels);
}

function sumsByName(turnover: Ledger['main']['turnover'], period: Period): NamedSums {
  const of = (kind: TurnoverKind): readonly NamedTurnover[] => turnover.byName(kind, period);
  return { total: of('total'), label: of('label'), payment: of('payment'), cashier: of('cashier') };
}

function summaryOf({ total, label, payment, cashier }: NamedSums, labels: readonly TaxLabel[]): Summary {
  const [totals = NOTHING] = total;
  const existing = new Map(labels.map((taxLabel) => [taxLabel.label, taxLabel]));
  const payments = new Map(payment.map(({ name, amount }) => [name, amount]));
  return {
    totals,
    byTaxLabel: label
      .map(({ name: letter, amount: turnover }) => {
        const { name = null, rate = null, perUnit } = existing.get(letter) ?? {};
        return { label: letter, name, rate, ...(perUnit !== undefined && { perUnit }), turnover };
      })
      .sort((a, b) => serbianOrder(a.label, b.label)),
    byPaymentType: PAYMENT_TYPES.flatMap((paymentType) => {
      const amount = payments.get(paymentType);
      return amount === undefined ? [] : [{ paymentType, amount }];
    }),
    byCashier: cashier
      .map(({ name, invoices, amount }) => ({ cashier: name, invoices, turnover: amount }))
      .sort((a, b) => serbianOrder(a.cashier, b.cashier)),
  };
}

/** Sums by name of consecutive stretches of a period. */
class AddedSums {
  private readonly byKind: Readonly<Record<TurnoverKind, Map<string, NamedTurnover>>> = {
    total: new Map(),
    label: new Map(),
    payment: new Map(),
    cashier: new Map(),
  };

  add(sums: NamedSums): void {
    for (const kind of TURNOVER_KINDS) for (const row of sums[kind]) this.addRow(this.byKind[kind], row);
  }

  private addRow(rows: Map<string, NamedTurnover>, row: NamedTurnover): void {
    const { invoices, amount, refunds, refunded } = rows.get(row.name) ?? NOTHING;
    rows.set(row.name, {
      name: row.name,
      invoices: invoices + row.invoices,
      amount: amount + row.amount,
      refunds: refunds + row.refunds,
      refunded: refunded + row.refunded,
    });
  }

  get sums(): NamedSums {
    const of = (kind: TurnoverKind): readonly NamedTurnover[] => [...this.byKind[kind].values()];
    return { total: of('total'), label: of('label'), payment: of('payment'), cashier: of('cashier') };
  }
}

const TURNOVER_KINDS = ['total', 'label', 'payment', 'cashier'] as const satisfies readonly TurnoverKind[];

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

/**
 * The figures of a period that the ledger has counted. Each is computed when it is first used, in one go; for a long
 * period {@link count} computes them in steps before.
 */
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
    return (this.#days ??= this.dayRows(this.ledger.main.turnover.byDay('total', this.period)));
  }

  /**
   * Computes all figures. One step reads days and sums of the same stretch, so that a sale between two steps counts in
   * both or in neither.
   */
  *count(): Steps<void> {
    const { turnover } = this.ledger.main;
    const all: DayTurnover[] = [];
    const added = new AddedSums();
    for (const days of daysInSteps(this.ledger, this.period)) {
      const [from = 0, to = 0] = [days[0]?.day, days.at(-1)?.day];
      all.push(...days);
      added.add(sumsByName(turnover, { ...this.period, from, to }));
      yield;
    }
    this.#summary = summaryOf(added.sums, this.labels);
    this.#days = this.dayRows(all);
  }

  private dayRows(days: readonly DayTurnover[]): readonly DayRow[] {
    return withoutClosings(days, this.closed).map((row) => ({
      ...row,
      closedAdvances: this.closed.get(row.day)?.amount ?? 0n,
    }));
  }
}
