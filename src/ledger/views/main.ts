import type { SqlJsStatic } from 'sql.js';
import type { Environment, Para, UtcMs } from '../../base/fiscal.js';
import type { InvoiceRow } from '../invoice.js';
import { KeyFilter } from './filter.js';
import type { SegmentSummary } from './invoices.js';
import { blobOf, numberOf, optionalTextOf, type Row, textOf, View } from './sql.js';

/** An API key as kept: never the key itself, only its SHA-256 (hex) and its first characters. */
export interface StoredKey {
  readonly id: number;
  readonly label: string;
  readonly prefix: string;
  readonly hash: string;
  readonly createdAt: UtcMs;
  readonly revokedAt: UtcMs | null;
  /** The last call that was noted; calls since then are in memory only. */
  readonly lastUsedAt: UtcMs | null;
}

/** A catalogue item. */
export interface StoredItem {
  readonly id: number;
  readonly plu: string | null;
  readonly name: string;
  readonly unit: string | null;
  readonly price: Para;
  readonly label: string | null;
  readonly gtin: string | null;
  readonly category: string | null;
  readonly active: boolean;
}

/** Running numbers of one JID: of all receipts, and by `invoiceType/transactionType`. */
export interface Counters {
  readonly total: number;
  readonly byType: Readonly<Record<string, number>>;
}

/**
 * Turnover of a day, by one breakdown at a time; `kind` `total` has one row per day. Amounts in para; refunds are
 * already subtracted from `amount`, `refunds` and `refunded` tell how many and how much.
 */
export interface DailyRow {
  readonly day: number;
  readonly kind: DailyKind;
  readonly name: string;
  readonly invoices: number;
  readonly amount: Para;
  readonly refunds: number;
  readonly refunded: Para;
}

export type DailyKind = 'total' | 'label' | 'payment' | 'cashier';

const SCHEMA = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE key (id INTEGER PRIMARY KEY, label TEXT, prefix TEXT, hash TEXT UNIQUE, created INTEGER, revoked INTEGER, used INTEGER);
CREATE TABLE item (id INTEGER PRIMARY KEY, plu TEXT UNIQUE, name TEXT, unit TEXT, price INTEGER, label TEXT, gtin TEXT, category TEXT, active INTEGER);
CREATE TABLE counter (jid TEXT, name TEXT, value INTEGER, PRIMARY KEY (jid, name)) WITHOUT ROWID;
CREATE TABLE daily (
  environment TEXT, day INTEGER, kind TEXT, name TEXT, invoices INTEGER, amount INTEGER, refunds INTEGER, refunded INTEGER,
  PRIMARY KEY (environment, kind, day, name)
) WITHOUT ROWID;
CREATE TABLE segment (
  segment INTEGER PRIMARY KEY, first INTEGER, last INTEGER, min_day INTEGER, max_day INTEGER, counts TEXT, counters TEXT, filter BLOB
);
`;

interface DailySum {
  invoices: number;
  amount: Para;
  refunds: number;
  refunded: Para;
}

/** Keys, items, settings, counters, daily turnover and the summaries of sealed segments: all that is small. */
export class MainView {
  private readonly view: View;
  /** Sums of receipts since the last {@link settle}: the sale path touches memory only. */
  private readonly pending = new Map<string, DailySum>();
  private readonly counts = new Map<string, number>();

  constructor(sql: SqlJsStatic, image?: Uint8Array) {
    this.view = View.open(sql, SCHEMA, image);
  }

  addInvoice(row: InvoiceRow): void {
    this.counts.set(JSON.stringify([row.requestedBy, 'total']), row.totalCounter);
    const type = `${row.invoiceType}/${row.transactionType}`;
    this.counts.set(JSON.stringify([row.requestedBy, type]), row.typeCounter);
    if (row.invoiceType !== 'Normal' && row.invoiceType !== 'Advance') return;
    const refund = row.transactionType === 'Refund';
    const add = (kind: DailyKind, name: string, amount: Para): void => {
      const key = JSON.stringify([row.environment, row.day, kind, name]);
      const sum = this.pending.get(key) ?? { invoices: 0, amount: 0, refunds: 0, refunded: 0 };
      sum.invoices += 1;
      sum.amount += refund ? -amount : amount;
      sum.refunds += refund ? 1 : 0;
      sum.refunded += refund ? amount : 0;
      this.pending.set(key, sum);
    };
    add('total', '', row.total);
    add('cashier', row.cashier, row.total);
    for (const { label, amount } of row.labels) add('label', label, amount);
    for (const { paymentType, amount } of row.payments) add('payment', paymentType, amount);
  }

  putKey(key: StoredKey): void {
    this.view.run('INSERT OR REPLACE INTO key VALUES (?, ?, ?, ?, ?, ?, ?)', [
      key.id,
      key.label,
      key.prefix,
      key.hash,
      key.createdAt,
      key.revokedAt,
      key.lastUsedAt,
    ]);
  }

  keys(): StoredKey[] {
    return this.view.all('SELECT * FROM key ORDER BY id').map((row) => ({
      id: numberOf(row, 'id'),
      label: textOf(row, 'label'),
      prefix: textOf(row, 'prefix'),
      hash: textOf(row, 'hash'),
      createdAt: numberOf(row, 'created'),
      revokedAt: row['revoked'] === null ? null : numberOf(row, 'revoked'),
      lastUsedAt: row['used'] === null ? null : numberOf(row, 'used'),
    }));
  }

  putItem(item: StoredItem): void {
    this.view.run('INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      item.id,
      item.plu,
      item.name,
      item.unit,
      item.price,
      item.label,
      item.gtin,
      item.category,
      item.active ? 1 : 0,
    ]);
  }

  items(): StoredItem[] {
    return this.view.all('SELECT * FROM item').map(itemOf);
  }

  item(id: number): StoredItem | undefined {
    const row = this.view.first('SELECT * FROM item WHERE id = ?', [id]);
    return row && itemOf(row);
  }

  itemByPlu(plu: string): StoredItem | undefined {
    const row = this.view.first('SELECT * FROM item WHERE plu = ?', [plu]);
    return row && itemOf(row);
  }

  nextItemId(): number {
    const row = this.view.first('SELECT coalesce(max(id), 0) + 1 AS next FROM item');
    return row === undefined ? 1 : numberOf(row, 'next');
  }

  /** `value` is JSON; null takes the setting back to its default. */
  putSetting(name: string, value: string | null): void {
    if (value === null) this.view.run('DELETE FROM setting WHERE name = ?', [name]);
    else this.view.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', [name, value]);
  }

  settings(): Map<string, string> {
    return new Map(
      this.view.all('SELECT name, value FROM setting').map((row) => [textOf(row, 'name'), textOf(row, 'value')]),
    );
  }

  counters(jid: string): Counters {
    this.settle();
    const rows = this.view.all('SELECT name, value FROM counter WHERE jid = ?', [jid]);
    const values = Object.fromEntries(rows.map((row) => [textOf(row, 'name'), numberOf(row, 'value')]));
    const { total = 0, ...byType } = values;
    return { total, byType };
  }

  /** Days `from` to `to` (20261121, inclusive) of one environment and breakdown, in order of day. */
  daily(environment: Environment, kind: DailyKind, from: number, to: number): DailyRow[] {
    this.settle();
    return this.view
      .all('SELECT * FROM daily WHERE environment = ? AND kind = ? AND day BETWEEN ? AND ? ORDER BY day, name', [
        environment,
        kind,
        from,
        to,
      ])
      .map((row) => ({
        day: numberOf(row, 'day'),
        kind,
        name: textOf(row, 'name'),
        invoices: numberOf(row, 'invoices'),
        amount: numberOf(row, 'amount'),
        refunds: numberOf(row, 'refunds'),
        refunded: numberOf(row, 'refunded'),
      }));
  }

  putSegment(summary: SegmentSummary): void {
    this.view.run('INSERT OR REPLACE INTO segment VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
      summary.segment,
      summary.firstSequence,
      summary.lastSequence,
      summary.minDay,
      summary.maxDay,
      JSON.stringify(summary.counts),
      JSON.stringify(summary.counters),
      summary.filter.bytes,
    ]);
  }

  /** Newest first. */
  segments(): SegmentSummary[] {
    return this.view.all('SELECT * FROM segment ORDER BY segment DESC').map((row) => ({
      segment: numberOf(row, 'segment'),
      firstSequence: numberOf(row, 'first'),
      lastSequence: numberOf(row, 'last'),
      minDay: numberOf(row, 'min_day'),
      maxDay: numberOf(row, 'max_day'),
      counts: JSON.parse(textOf(row, 'counts')) as Record<string, number>,
      counters: JSON.parse(textOf(row, 'counters')) as Record<string, [number, number]>,
      filter: KeyFilter.from(blobOf(row, 'filter')),
    }));
  }

  image(): Uint8Array {
    this.settle();
    return this.view.image();
  }

  close(): void {
    this.view.close();
  }

  /** Brings the sums that are only in memory into the tables. */
  private settle(): void {
    if (this.pending.size === 0 && this.counts.size === 0) return;
    this.view.batch(() => {
      for (const [key, sum] of this.pending) {
        const [environment, day, kind, name] = JSON.parse(key) as [string, number, string, string];
        this.view.run(
          `INSERT INTO daily VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices,
           amount = amount + excluded.amount, refunds = refunds + excluded.refunds, refunded = refunded + excluded.refunded`,
          [environment, day, kind, name, sum.invoices, sum.amount, sum.refunds, sum.refunded],
        );
      }
      for (const [key, value] of this.counts) {
        const [jid, name] = JSON.parse(key) as [string, string];
        this.view.run('INSERT OR REPLACE INTO counter VALUES (?, ?, ?)', [jid, name, value]);
      }
    });
    this.pending.clear();
    this.counts.clear();
  }
}

function itemOf(row: Row): StoredItem {
  return {
    id: numberOf(row, 'id'),
    plu: optionalTextOf(row, 'plu'),
    name: textOf(row, 'name'),
    unit: optionalTextOf(row, 'unit'),
    price: numberOf(row, 'price'),
    label: optionalTextOf(row, 'label'),
    gtin: optionalTextOf(row, 'gtin'),
    category: optionalTextOf(row, 'category'),
    active: row['active'] === 1,
  };
}
