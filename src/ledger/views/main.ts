import type { SqlJsStatic } from 'sql.js';
import type { Environment, Para, UtcMs } from '../../base/fiscal.js';
import type { IntentChange } from '../change.js';
import type { BoxEvent } from '../event.js';
import type { Intent } from '../intent.js';
import type { InvoiceRow } from '../invoice.js';
import { NO_NOTICE, type Notice } from '../notice.js';
import { Events, EVENTS_SCHEMA } from './events.js';
import { KeyFilter } from './filter.js';
import type { SegmentSummary } from './summary.js';
import { numberOf, optionalTextOf, type Row, textOf, View } from './sql.js';
import { Jobs, JOBS_SCHEMA } from './jobs.js';
import { Queue, QUEUE_SCHEMA } from './queue.js';
import { DailyTurnover, TURNOVER_SCHEMA } from './turnover.js';

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

const SCHEMA = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE key (id INTEGER PRIMARY KEY, label TEXT, prefix TEXT, hash TEXT UNIQUE, created INTEGER, revoked INTEGER, used INTEGER);
CREATE TABLE item (id INTEGER PRIMARY KEY, plu TEXT UNIQUE, name TEXT, unit TEXT, price INTEGER, label TEXT, gtin TEXT, category TEXT, active INTEGER);
CREATE TABLE counter (jid TEXT, name TEXT, value INTEGER, PRIMARY KEY (jid, name)) WITHOUT ROWID;
CREATE TABLE intent (request TEXT PRIMARY KEY, value TEXT);
CREATE TABLE notice (value TEXT);
CREATE TABLE rates (environment TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE segment (
  segment INTEGER PRIMARY KEY, first INTEGER, last INTEGER, min_day INTEGER, max_day INTEGER, counts TEXT, counters TEXT, filter BLOB
);
${JOBS_SCHEMA}${QUEUE_SCHEMA}${TURNOVER_SCHEMA}${EVENTS_SCHEMA}`;

/** Keys, items, settings, open intents, rates, counters, daily turnover, print jobs, queued orders, events and the summaries of sealed segments: all that is small. */
export class MainView {
  /** What was sold on which day. */
  readonly turnover: DailyTurnover;
  /** What was to be printed of late. */
  readonly jobs: Jobs;
  private readonly recent: Events;
  /** Orders that wait for their processor. */
  readonly queue: Queue;
  private readonly view: View;
  /** Running numbers by JID and name since the last {@link settle}: the sale path touches memory only. */
  private readonly counts = new Map<string, Map<string, number>>();
  /** Open intents by request id, oldest first; in the table only while it is saved. */
  private readonly open: Map<string, Pick<IntentChange, 'intent'>>;
  /** In the table only while it is saved. */
  private told: Notice;

  /** Throws Error when the image is not one that this release has made. */
  constructor(sql: SqlJsStatic, image?: Uint8Array) {
    this.view = View.open(sql, SCHEMA, image);
    try {
      this.turnover = new DailyTurnover(this.view);
      this.jobs = new Jobs(this.view);
      this.recent = new Events(this.view);
      this.queue = new Queue(this.view);
      const saved = this.view.all('SELECT request, value FROM intent ORDER BY rowid');
      this.open = new Map(
        saved.map((row) => [textOf(row, 'request'), { intent: JSON.parse(textOf(row, 'value')) as Intent }]),
      );
      const notice = this.view.first('SELECT value FROM notice');
      this.told = notice === undefined ? NO_NOTICE : (JSON.parse(textOf(notice, 'value')) as Notice);
      this.segments(); // the one table that is read whole at the start and is not taken in here
    } catch (error) {
      this.view.close();
      throw error;
    }
  }

  putIntent(change: IntentChange): void {
    this.open.set(change.requestId ?? change.intent.requestId, change);
  }

  endIntent(requestId: string): void {
    this.open.delete(requestId);
  }

  /** Intents of an environment whose end is not recorded, oldest first. */
  intents(environment: Environment): Intent[] {
    return Array.from(this.open.values(), ({ intent }) => intent).filter(
      (intent) => intent.environment === environment,
    );
  }

  putEvent(event: BoxEvent): void {
    this.recent.put(event);
  }

  /** What happened to the box itself, the newest of it, oldest first; of each subject at least the last. */
  get events(): readonly BoxEvent[] {
    return this.recent.all;
  }

  putNotice(notice: Notice): void {
    this.told = notice;
  }

  /** Up to where the owner was told. */
  get notice(): Notice {
    return this.told;
  }

  putRates(environment: Environment, value: string): void {
    this.view.run('INSERT OR REPLACE INTO rates VALUES (?, ?)', [environment, value]);
  }

  /** What a real processor of the environment told last, as JSON. */
  rates(environment: Environment): string | undefined {
    const row = this.view.first('SELECT value FROM rates WHERE environment = ?', [environment]);
    return row && textOf(row, 'value');
  }

  addInvoice(row: InvoiceRow): void {
    if (row.requestId !== null) this.open.delete(row.requestId.toString('hex'));
    let counts = this.counts.get(row.requestedBy);
    if (counts === undefined) {
      counts = new Map();
      this.counts.set(row.requestedBy, counts);
    }
    counts.set('total', row.totalCounter);
    counts.set(`${row.invoiceType}/${row.transactionType}`, row.typeCounter);
    this.turnover.add(row);
    this.queue.end(row);
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

  /** In the order of their ids. */
  itemsWithoutPlu(): StoredItem[] {
    return this.view.all('SELECT * FROM item WHERE plu IS NULL ORDER BY id').map(itemOf);
  }

  itemCount(): number {
    const row = this.view.first('SELECT count(*) AS count FROM item');
    return row === undefined ? 0 : numberOf(row, 'count');
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

  /** Number of the last receipt of a JID, 0 for none: asked with each receipt, so nothing is brought into the table for it. */
  total(jid: string): number {
    const known = this.counts.get(jid)?.get('total');
    if (known !== undefined) return known;
    const row = this.view.first('SELECT value FROM counter WHERE jid = ? AND name = ?', [jid, 'total']);
    return row === undefined ? 0 : numberOf(row, 'value');
  }

  counters(jid: string): Counters {
    this.settle();
    const rows = this.view.all('SELECT name, value FROM counter WHERE jid = ?', [jid]);
    const values = Object.fromEntries(rows.map((row) => [textOf(row, 'name'), numberOf(row, 'value')]));
    const { total = 0, ...byType } = values;
    return { total, byType };
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
    // As text, since sql.js copies a blob byte by byte: at a million receipts that is a fifth of the start.
    const columns = 'segment, first, last, min_day, max_day, counts, counters, hex(filter) AS filter';
    return this.view.all(`SELECT ${columns} FROM segment ORDER BY segment DESC`).map((row) => ({
      segment: numberOf(row, 'segment'),
      firstSequence: numberOf(row, 'first'),
      lastSequence: numberOf(row, 'last'),
      minDay: numberOf(row, 'min_day'),
      maxDay: numberOf(row, 'max_day'),
      counts: JSON.parse(textOf(row, 'counts')) as Record<string, number>,
      counters: JSON.parse(textOf(row, 'counters')) as Record<string, [number, number]>,
      filter: KeyFilter.from(Buffer.from(textOf(row, 'filter'), 'hex')),
    }));
  }

  image(): Uint8Array {
    this.settle();
    this.turnover.settle();
    this.saveIntents();
    this.jobs.save();
    this.recent.save();
    this.queue.save();
    this.saveNotice();
    return this.view.image();
  }

  close(): void {
    this.view.close();
  }

  private saveIntents(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM intent');
      for (const [requestId, { intent }] of this.open) {
        this.view.run('INSERT INTO intent VALUES (?, ?)', [requestId, JSON.stringify(intent)]);
      }
    });
  }

  private saveNotice(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM notice');
      this.view.run('INSERT INTO notice VALUES (?)', [JSON.stringify(this.told)]);
    });
  }

  /** Brings the numbers that are only in memory into the table. */
  private settle(): void {
    if (this.counts.size === 0) return;
    this.view.batch(() => {
      for (const [jid, counts] of this.counts) {
        for (const [name, value] of counts) {
          this.view.run('INSERT OR REPLACE INTO counter VALUES (?, ?, ?)', [jid, name, value]);
        }
      }
    });
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
