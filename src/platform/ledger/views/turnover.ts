import type { Environment } from '../../../contract/index.js';
import type { Para, ParaSum } from '../../../base/index.js';
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
 * Turnover of `Normal` and `Advance` receipts. Refunds are subtracted from `amount` and counted in `invoices`;
 * `refunds` and `refunded` (positive) are their number and sum. For kind `payment`, `invoices` and `refunds` count
 * payments.
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
 * An amount is stored in two columns: multiples of 2^32 para, rounded down, and the rest. The sum of each column stays
 * within 64 bits for 2^31 receipts of any total. A sum of plain para would overflow after 12,800 receipts of the
 * highest total.
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

// Sums are read as texts, because they may exceed the exact integers of JavaScript.
const SUMS = `sum(invoices) AS invoices, sum(refunds) AS refunds,
  cast(sum(amount_high) AS TEXT) AS amount_high, cast(sum(amount_low) AS TEXT) AS amount_low,
  cast(sum(refunded_high) AS TEXT) AS refunded_high, cast(sum(refunded_low) AS TEXT) AS refunded_low`;

const OF_PERIOD = 'FROM turnover WHERE environment = ? AND kind = ? AND day BETWEEN ? AND ?';

/**
 * Maximum number of receipts whose sums are only in memory: few enough that low limbs stay far below 2^53, and that a
 * rebuild needs little memory.
 */
const MAX_PENDING = 20_000;

/** Amounts to add to a row of the table. */
interface Gain {
  invoices: number;
  amountHigh: number;
  amountLow: number;
  refunds: number;
  refundedHigh: number;
  refundedLow: number;
}

/** Amounts of one day in one environment, by name. */
interface DayGains {
  readonly environment: Environment;
  readonly day: number;
  readonly kinds: Readonly<Record<TurnoverKind, Map<string, Gain>>>;
}

/**
 * Turnover by day: some twenty rows per day, so that a report of a year reads thousands of rows instead of all
 * receipts.
 */
export class DailyTurnover {
  /** Sums of receipts since the last {@link flush}, by environment and day: a sale touches memory only. */
  private readonly pending = new Map<string, DayGains>();
  private receipts = 0;

  constructor(private readonly view: View) {}

  /** Adds a receipt; types that do not count as turnover (`ProForma`, `Copy`, `Training`) change nothing. */
  add(row: InvoiceRow): void {
    if (row.invoiceType !== 'Normal' && row.invoiceType !== 'Advance') return;
    const { total, cashier, label, payment } = this.gainsOf(row).kinds;
    const refund = row.transactionType === 'Refund';
    gain(total, '', row.total, refund);
    gain(cashier, row.cashier, row.total, refund);
    for (const line of row.labels) gain(label, line.label, line.amount, refund);
    for (const paid of row.payments) gain(payment, paid.paymentType, paid.amount, refund);
    this.receipts += 1;
    if (this.receipts >= MAX_PENDING) this.flush();
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

  /** Each day with turnover, in order; with `limit` only the first rows. */
  byDay(kind: TurnoverKind, period: Period, limit = Number.MAX_SAFE_INTEGER): DayTurnover[] {
    const query = `SELECT day, name, ${SUMS} ${OF_PERIOD} GROUP BY day, name ORDER BY day, name LIMIT ${limit}`;
    return this.rows(query, kind, period).map((row) => ({ day: numberOf(row, 'day'), ...namedOf(row) }));
  }

  /** The whole period by name, in order of code points, without names that had no receipts. */
  byName(kind: TurnoverKind, period: Period): NamedTurnover[] {
    return this.rows(`SELECT name, ${SUMS} ${OF_PERIOD} GROUP BY name ORDER BY name`, kind, period).map(namedOf);
  }

  private rows(query: string, kind: TurnoverKind, { environment, from, to }: Period): Row[] {
    this.flush();
    return this.view.all(query, [environment, kind, from, to]);
  }

  /** Adds the sums in memory to the table. */
  flush(): void {
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

/** Adds an amount in limbs, which stay integers below 2^53; the sum of two amounts might not. */
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
