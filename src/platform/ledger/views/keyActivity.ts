import type { Environment } from '../../../contract/index.js';
import type { ParaSum, UtcMs } from '../../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import { numberOf, type Row, textOf, type View } from './sql.js';

/** What was issued with one API key in a period; refunds are those of `Normal` and `Advance` receipts. */
export interface KeyTally {
  /** Receipts of all types, including refunds. */
  readonly receipts: number;
  readonly refunds: number;
  /** Sum of the `Normal` and `Advance` sales. */
  readonly sold: ParaSum;
  /** Sum of the refunds, positive. */
  readonly refunded: ParaSum;
}

/** What was issued with one API key before the last day. */
export interface PastTally extends KeyTally {
  /** Number of days covered: since its first receipt, 0 to 30. */
  readonly days: number;
}

/** Sums of the last two days are by hour, older ones by day; `start` is ms since 1970 UTC. */
export const KEY_ACTIVITY_SCHEMA = `
CREATE TABLE key_activity (environment TEXT, key INTEGER, start INTEGER, receipts INTEGER, refunds INTEGER, sold TEXT, refunded TEXT);
`;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long sums are by hour, ms. */
const BY_HOUR = 2 * DAY;
const PAST_DAYS = 30;
/** How long sums are stored, ms. */
const KEPT = (PAST_DAYS + 1) * DAY;

type Tally = { -readonly [M in keyof KeyTally]: KeyTally[M] };

/**
 * Receipts and refunds of each API key in the last day and in the thirty days before, by the clock of the box, because
 * queries use that clock too. Some eighty sums per key are in memory; the table is written for a snapshot only.
 */
export class KeyActivity {
  /** By environment and key, then by start of the hour or day. */
  private readonly keys = new Map<string, Map<UtcMs, Tally>>();

  constructor(private readonly view: View) {
    for (const row of view.all('SELECT * FROM key_activity')) {
      const name = nameOf(textOf(row, 'environment'), numberOf(row, 'key'));
      this.sumsOf(name).set(numberOf(row, 'start'), tallyOf(row));
    }
  }

  add({ environment, apiKey, createdAt, invoiceType, transactionType, total }: InvoiceRow): void {
    if (apiKey === null || apiKey === 0) return;
    const sums = this.sumsOf(nameOf(environment, apiKey));
    const start = floor(createdAt, HOUR);
    let sum = sums.get(start);
    if (sum === undefined) {
      tidy(sums, createdAt);
      sum = { ...NOTHING };
      sums.set(start, sum);
    }
    sum.receipts += 1;
    if (invoiceType !== 'Normal' && invoiceType !== 'Advance') return;
    if (transactionType === 'Sale') {
      sum.sold += BigInt(total);
    } else {
      sum.refunds += 1;
      sum.refunded += BigInt(total);
    }
  }

  /** The last 24 hours, and the sum of the hour in which they begin; without hours that began before `since`. */
  lastDay(environment: Environment, key: number, now: UtcMs, since: UtcMs = -Infinity): KeyTally {
    const after = now - DAY - HOUR;
    return sumOf(this.find(environment, key), (start) => start > after && start >= since);
  }

  /** The thirty days before {@link lastDay}. */
  past(environment: Environment, key: number, now: UtcMs): PastTally {
    const sums = this.find(environment, key);
    const [from, to] = [now - KEPT, now - DAY - HOUR];
    const first = Math.max(from, Math.min(...sums.keys()));
    const days = Math.min(PAST_DAYS, Math.max(0, Math.ceil((to - first) / DAY)));
    return { ...sumOf(sums, (start) => start > from && start <= to), days };
  }

  /** Writes all sums to the table. */
  save(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM key_activity');
      for (const [name, sums] of this.keys) {
        const [environment = '', key = ''] = name.split(' ');
        for (const [start, { receipts, refunds, sold, refunded }] of sums) {
          const values = [environment, Number(key), start, receipts, refunds, `${sold}`, `${refunded}`];
          this.view.run('INSERT INTO key_activity VALUES (?, ?, ?, ?, ?, ?, ?)', values);
        }
      }
    });
  }

  private find(environment: Environment, key: number): ReadonlyMap<UtcMs, KeyTally> {
    return this.keys.get(nameOf(environment, key)) ?? new Map();
  }

  private sumsOf(name: string): Map<UtcMs, Tally> {
    let sums = this.keys.get(name);
    if (sums === undefined) {
      sums = new Map();
      this.keys.set(name, sums);
    }
    return sums;
  }
}

const NOTHING: KeyTally = { receipts: 0, refunds: 0, sold: 0n, refunded: 0n };

function nameOf(environment: string, key: number): string {
  return `${environment} ${key}`;
}

function floor(at: UtcMs, unit: number): UtcMs {
  return Math.floor(at / unit) * unit;
}

function tallyOf(row: Row): Tally {
  return {
    receipts: numberOf(row, 'receipts'),
    refunds: numberOf(row, 'refunds'),
    sold: BigInt(textOf(row, 'sold')),
    refunded: BigInt(textOf(row, 'refunded')),
  };
}

/**
 * Merges old hours into days, and removes sums too far from now on either side, since the clock may have been wrong.
 * The result depends on the receipts alone, so that a rebuild from the log gives the same sums.
 */
function tidy(sums: Map<UtcMs, Tally>, now: UtcMs): void {
  for (const [start, sum] of [...sums]) {
    const isKept = Math.abs(start - now) <= KEPT;
    const day = floor(start, DAY);
    if (isKept && (start > now - BY_HOUR || start === day)) continue;
    sums.delete(start);
    if (isKept) sums.set(day, added(sums.get(day) ?? NOTHING, sum));
  }
}

function sumOf(sums: ReadonlyMap<UtcMs, KeyTally>, isWanted: (start: UtcMs) => boolean): KeyTally {
  let sum = NOTHING;
  for (const [start, tally] of sums) if (isWanted(start)) sum = added(sum, tally);
  return sum;
}

function added(one: KeyTally, other: KeyTally): KeyTally {
  return {
    receipts: one.receipts + other.receipts,
    refunds: one.refunds + other.refunds,
    sold: one.sold + other.sold,
    refunded: one.refunded + other.refunded,
  };
}
