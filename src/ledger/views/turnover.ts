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
const LIMB = 2 ** LIMB_BITS;

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

/** Receipts whose sums may wait in memory: their low limbs are far below 2^53, and a rebuild does not gather years. */
const MOST_PENDING = 20_000;

/** What a row of the table gains. */
interface Gain {
  invoices: number;
  amountHigh: number;
  amountLow: number;
  refunds: number;
  refundedHigh: number;
  refundedLow: number;
}

/** Of one day in one environment, by name. */
interface DayGains {
  readonly environment: Environment;
  readonly day: number;
  readonly kinds: Readonly<Record<TurnoverKind, Map<string, Gain>>>;
}

/** Turnover by day: some twenty rows a day, so that a report of a year reads thousands of rows and not all receipts. */
export class DailyTurnover {
  /** Sums of receipts since the last {@link settle}, by environment and day: the sale path touches memory only. */
  private readonly pending = new Map<string, DayGains>();
  private receipts = 0;

  constructor(private readonly view: View) {}

  /** Takes in a receipt; kinds that are no turnover (`ProForma`, `Copy`, `Training`) change nothing. */
  add(row: InvoiceRow): void {
    if (row.invoiceType !== 'Normal' && row.invoiceType !== 'Advance') return;
    const { total, cashier, label, payment } = this.gainsOf(row).kinds;
    const refund = row.transactionType === 'Refund';
    gain(total, '', row.total, refund);
    gain(cashier, row.cashier, row.total, refund);
    for (const line of row.labels) gain(label, line.label, line.amount, refund);
    for (const paid of row.payments) gain(payment, paid.paymentType, paid.amount, refund);
    this.receipts += 1;
    if (this.receipts >= MOST_PENDING) this.settle();
  }

  private gainsOf({ environment, day }: InvoiceRow): DayGains {
    const key = `${environment} ${day}`;
    let gains = this.pending.get(key);
    if (gains === undefined) {
      const kinds = { total: new Map(), label: new Map(), payment: new Map(), cashier: new Map() };
      gains = { environment, day, kinds };
      this.pending.set(key, gains);
    }
    return gains;
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
      for (const { environment, day, kinds } of this.pending.values()) {
        for (const [kind, gains] of Object.entries(kinds)) {
          for (const [name, sum] of gains) {
            const amounts = [sum.invoices, sum.amountHigh, sum.amountLow];
            const refunds = [sum.refunds, sum.refundedHigh, sum.refundedLow];
            this.view.run(ADD, [environment, day, kind, name, ...amounts, ...refunds]);
          }
        }
      }
    });
    this.pending.clear();
    this.receipts = 0;
  }
}

/** Adds an amount in limbs, which are whole numbers below 2^53 where the sum of two amounts may not be. */
function gain(gains: Map<string, Gain>, name: string, para: Para, refund: boolean): void {
  let sum = gains.get(name);
  if (sum === undefined) {
    sum = { invoices: 0, amountHigh: 0, amountLow: 0, refunds: 0, refundedHigh: 0, refundedLow: 0 };
    gains.set(name, sum);
  }
  const high = Math.floor(para / LIMB);
  const low = para - high * LIMB;
  sum.invoices += 1;
  sum.amountHigh += refund ? -high : high;
  sum.amountLow += refund ? -low : low;
  if (!refund) return;
  sum.refunds += 1;
  sum.refundedHigh += high;
  sum.refundedLow += low;
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
