import type { Environment, Para, ParaSum } from '../../base/fiscal.js';
import type { InvoiceRow } from '../invoice.js';
import { numberOf, type Row, textOf, type View } from './sql.js';

/** What turnover is broken down by; `total` has one row per day, with an empty name. */
export type TurnoverKind = 'total' | 'label' | 'payment' | 'cashier';

/** Receipts of one environment on Belgrade days `from` to `to` (20261121, inclusive). */
export interface Period {
  readonly environment: Environment;
  readonly from: number;
  readonly to: number;
}

/**
 * What `Normal` and `Advance` receipts brought. Refunds are subtracted from `amount` and counted in `invoices`; `refunds`
 * and `refunded` (positive) tell how many and how much. Of kind `payment`, `invoices` and `refunds` count payments.
 */
export interface Turnover {
  readonly invoices: number;
  readonly amount: ParaSum;
  readonly refunds: number;
  readonly refunded: ParaSum;
}

/** The turnover of one tax label, payment type or cashier. */
export interface NamedTurnover extends Turnover {
  readonly name: string;
}

export interface DayTurnover extends NamedTurnover {
  /** 20261121. */
  readonly day: number;
}

/**
 * An amount lies in two columns: how many times 2^32 para, rounded down, and the rest. A sum of either stays within 64
 * bits for 2^31 receipts of any total, where a sum of plain para leaves them after 12,800 of the highest.
 */
export const TURNOVER_SCHEMA = `
CREATE TABLE turnover (
  environment TEXT, day INTEGER, kind TEXT, name TEXT, invoices INTEGER, amount_high INTEGER, amount_low INTEGER,
  refunds INTEGER, refunded_high INTEGER, refunded_low INTEGER, PRIMARY KEY (environment, kind, day, name)
) WITHOUT ROWID;
`;
const LIMB_BITS = 32;

const ADD = `INSERT INTO turnover VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
  invoices = invoices + excluded.invoices,
  amount_high = amount_high + excluded.amount_high, amount_low = amount_low + excluded.amount_low,
  refunds = refunds + excluded.refunds,
  refunded_high = refunded_high + excluded.refunded_high, refunded_low = refunded_low + excluded.refunded_low`;

// As texts, since a sum may be above what a JavaScript number holds exactly.
const SUMS = `sum(invoices) AS invoices, sum(refunds) AS refunds,
  cast(sum(amount_high) AS TEXT) AS amount_high, cast(sum(amount_low) AS TEXT) AS amount_low,
  cast(sum(refunded_high) AS TEXT) AS refunded_high, cast(sum(refunded_low) AS TEXT) AS refunded_low`;

const OF_PERIOD = 'FROM turnover WHERE environment = ? AND kind = ? AND day BETWEEN ? AND ?';

/** Turnover by day: some twenty rows a day, so that a report of a year reads thousands of rows and not all receipts. */
export class DailyTurnover {
  /** Sums of receipts since the last {@link settle}: the sale path touches memory only. */
  private readonly pending = new Map<string, { -readonly [Field in keyof Turnover]: Turnover[Field] }>();

  constructor(private readonly view: View) {}

  /** Takes in a receipt; kinds that are no turnover (`ProForma`, `Copy`, `Training`) change nothing. */
  add(row: InvoiceRow): void {
    if (row.invoiceType !== 'Normal' && row.invoiceType !== 'Advance') return;
    const refund = row.transactionType === 'Refund';
    const add = (kind: TurnoverKind, name: string, para: Para): void => {
      const amount = BigInt(para);
      const key = JSON.stringify([row.environment, row.day, kind, name]);
      const sum = this.pending.get(key) ?? { invoices: 0, amount: 0n, refunds: 0, refunded: 0n };
      sum.invoices += 1;
      sum.amount += refund ? -amount : amount;
      sum.refunds += refund ? 1 : 0;
      sum.refunded += refund ? amount : 0n;
      this.pending.set(key, sum);
    };
    add('total', '', row.total);
    add('cashier', row.cashier, row.total);
    for (const { label, amount } of row.labels) add('label', label, amount);
    for (const { paymentType, amount } of row.payments) add('payment', paymentType, amount);
  }

  /** Each day that has any, in order. */
  byDay(kind: TurnoverKind, period: Period): DayTurnover[] {
    return this.rows(`SELECT day, name, ${SUMS} ${OF_PERIOD} GROUP BY day, name ORDER BY day, name`, kind, period).map(
      (row) => ({
        day: numberOf(row, 'day'),
        ...namedOf(row),
      }),
    );
  }

  /** The whole period by name, in order of code points; nothing for a name that had no receipts. */
  byName(kind: TurnoverKind, period: Period): NamedTurnover[] {
    return this.rows(`SELECT name, ${SUMS} ${OF_PERIOD} GROUP BY name ORDER BY name`, kind, period).map(namedOf);
  }

  private rows(query: string, kind: TurnoverKind, { environment, from, to }: Period): Row[] {
    this.settle();
    return this.view.all(query, [environment, kind, from, to]);
  }

  /** Brings the sums that are only in memory into the table. */
  settle(): void {
    if (this.pending.size === 0) return;
    this.view.batch(() => {
      for (const [key, { invoices, amount, refunds, refunded }] of this.pending) {
        const [environment, day, kind, name] = JSON.parse(key) as [string, number, string, string];
        const names = [environment, day, kind, name];
        this.view.run(ADD, [...names, invoices, ...limbsOf(amount), refunds, ...limbsOf(refunded)]);
      }
    });
    this.pending.clear();
  }
}

function limbsOf(sum: ParaSum): [high: number, low: number] {
  return [Number(sum >> BigInt(LIMB_BITS)), Number(BigInt.asUintN(LIMB_BITS, sum))];
}

function sumOf(row: Row, column: 'amount' | 'refunded'): ParaSum {
  return (BigInt(textOf(row, `${column}_high`)) << BigInt(LIMB_BITS)) + BigInt(textOf(row, `${column}_low`));
}

function namedOf(row: Row): NamedTurnover {
  return {
    name: textOf(row, 'name'),
    invoices: numberOf(row, 'invoices'),
    amount: sumOf(row, 'amount'),
    refunds: numberOf(row, 'refunds'),
    refunded: sumOf(row, 'refunded'),
  };
}
