import type { SqlJsStatic } from 'sql.js';
import type { Environment, RunningNumbers } from '../../../contract/index.js';
import type { IntentChange } from '../changeTypes.js';
import type { BoxEvent } from '../boxEvent.js';
import { decodeIntent, encodeIntent, type Intent } from '../intent.js';
import type { InvoiceRow } from '../invoice.js';
import { NO_NOTIFY_CURSOR, type NotifyCursor, type StoredItem, type StoredKey } from '../shopRecords.js';
import { decodeProfile, type ProcessorProfile } from '../processorProfile.js';
import { COUNTERS_SCHEMA, CounterTable } from './counters.js';
import { Events, EVENTS_SCHEMA } from './events.js';
import {
  GROUP_SCHEMA,
  GroupVersions,
  itemOf,
  keyOf,
  SettingTable,
  SETTINGS_SCHEMA,
  USERS_SCHEMA,
  UserTables,
} from './shopRows.js';
import { Jobs, JOBS_SCHEMA } from './jobs.js';
import { Queue, QUEUE_SCHEMA } from './queue.js';
import { KEY_ACTIVITY_SCHEMA, KeyActivity } from './keyActivity.js';
import { RECEIPT_TIMES_SCHEMA, ReceiptTimes } from './receiptTimes.js';
import { numberOf, textOf, View } from './sql.js';
import { storeSummary, SEGMENTS_SCHEMA, type SegmentSummary, summariesOf } from './summary.js';
import { DailyTurnover, TURNOVER_SCHEMA } from './turnover.js';

const SCHEMA = `
${SETTINGS_SCHEMA}CREATE TABLE key (id INTEGER PRIMARY KEY, label TEXT, prefix TEXT, hash TEXT UNIQUE, created INTEGER, revoked INTEGER, used INTEGER, detail TEXT);
CREATE TABLE item (id INTEGER PRIMARY KEY, plu TEXT UNIQUE, name TEXT, unit TEXT, price INTEGER, label TEXT, gtin TEXT, category TEXT, active INTEGER);
CREATE TABLE intent (request TEXT PRIMARY KEY, value TEXT);
CREATE TABLE notice (value TEXT);
CREATE TABLE rates (environment TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE profile (environment TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
${COUNTERS_SCHEMA}${SEGMENTS_SCHEMA}${JOBS_SCHEMA}${QUEUE_SCHEMA}${TURNOVER_SCHEMA}${EVENTS_SCHEMA}${KEY_ACTIVITY_SCHEMA}
${USERS_SCHEMA}${GROUP_SCHEMA}${RECEIPT_TIMES_SCHEMA}`;

/**
 * Everything small: API keys and what was issued with them, users, items, settings, open intents, rates, profiles of
 * processors, counters, daily turnover, times of receipts, print jobs, queued orders, events, versions of the owner's
 * group, and the summaries of full segments.
 */
export class MainView {
  /** Turnover by day. */
  readonly turnover: DailyTurnover;
  /** Times of the newest receipts, by the clocks of box and processor. */
  readonly receiptTimes: ReceiptTimes;
  /** Recent print jobs. */
  readonly jobs: Jobs;
  /** What was recently issued with each API key. */
  readonly keyActivity: KeyActivity;
  /** Users and admitted tablets. */
  readonly users: UserTables;
  /** The owner's settings, as JSON by name. */
  readonly settings: SettingTable;
  /** Events of the box itself, and which open intents are in doubt. */
  readonly boxEvents: Events;
  /** Orders that wait for their processor. */
  readonly queue: Queue;
  /** Versions of the box's group. */
  readonly group: GroupVersions;
  private readonly view: View;
  private readonly runningNumbers: CounterTable;
  /** Open intents by request id, oldest first; written to the table only for a snapshot. */
  private readonly open: Map<string, Pick<IntentChange, 'intent'>>;
  /** Written to the table only for a snapshot. */
  private cursor: NotifyCursor;

  /** Throws Error when this release did not write the image. */
  constructor(sql: SqlJsStatic, image?: Uint8Array) {
    this.view = View.open(sql, SCHEMA, image);
    try {
      this.runningNumbers = new CounterTable(this.view);
      this.turnover = new DailyTurnover(this.view);
      this.jobs = new Jobs(this.view);
      this.keyActivity = new KeyActivity(this.view);
      this.users = new UserTables(this.view);
      this.settings = new SettingTable(this.view);
      this.boxEvents = new Events(this.view);
      this.receiptTimes = new ReceiptTimes(this.view, this.boxEvents);
      this.queue = new Queue(this.view);
      this.group = new GroupVersions(this.view);
      const saved = this.view.all('SELECT request, value FROM intent ORDER BY rowid');
      this.open = new Map(
        saved.map((row) => [textOf(row, 'request'), { intent: decodeIntent(JSON.parse(textOf(row, 'value'))) }]),
      );
      const notifyCursor = this.view.first('SELECT value FROM notice');
      this.cursor =
        notifyCursor === undefined ? NO_NOTIFY_CURSOR : (JSON.parse(textOf(notifyCursor, 'value')) as NotifyCursor);
      this.segments(); // fails here and not later if the summaries cannot be read
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
    this.boxEvents.endDoubt(requestId);
  }

  /** Intents of an environment without an outcome, oldest first. */
  intents(environment: Environment): Intent[] {
    const all = Array.from(this.open.values(), ({ intent }) => intent);
    return all.filter((intent) => intent.environment === environment);
  }

  putEvent(event: BoxEvent): void {
    // The outcome was recorded before this event.
    if (event.kind === 'in-doubt' && !this.open.has(event.requestId)) return;
    if (event.kind === 'group-version') this.group.receive(event);
    else if (event.kind === 'group-in-use') this.group.use(event);
    else this.boxEvents.put(event);
  }

  /** Recent events of the box itself, oldest first, with at least the last of each subject. */
  get events(): readonly BoxEvent[] {
    return this.boxEvents.all;
  }

  putNotifyCursor(notifyCursor: NotifyCursor): void {
    this.cursor = notifyCursor;
  }

  /** Which receipts and alarms the owner was notified of. */
  get notifyCursor(): NotifyCursor {
    return this.cursor;
  }

  putRates(environment: Environment, value: string): void {
    this.view.run('INSERT OR REPLACE INTO rates VALUES (?, ?)', [environment, value]);
  }

  /** The rates that a real processor of the environment reported last, as JSON. */
  rates(environment: Environment): string | undefined {
    const row = this.view.first('SELECT value FROM rates WHERE environment = ?', [environment]);
    return row && textOf(row, 'value');
  }

  /** `value` as `encodeProfile` writes it. */
  putProfile(environment: Environment, value: string): void {
    this.view.run('INSERT OR REPLACE INTO profile VALUES (?, ?)', [environment, value]);
  }

  /** What the last test of a processor of the environment found out; it may be of another processor than today's. */
  profile(environment: Environment): ProcessorProfile | undefined {
    const row = this.view.first('SELECT value FROM profile WHERE environment = ?', [environment]);
    return row && decodeProfile(textOf(row, 'value'));
  }

  addInvoice(row: InvoiceRow): void {
    if (row.requestId !== null) this.endIntent(row.requestId.toString('hex'));
    this.runningNumbers.put(row);
    this.turnover.add(row);
    this.receiptTimes.add(row);
    this.keyActivity.add(row);
    this.queue.end(row);
  }

  putKey(key: StoredKey): void {
    const { addresses, acceptedAt } = key;
    this.view.run('INSERT OR REPLACE INTO key VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
      key.id,
      key.label,
      key.prefix,
      key.hash,
      key.createdAt,
      key.revokedAt,
      key.lastUsedAt,
      JSON.stringify({ addresses, acceptedAt }),
    ]);
  }

  keys(): StoredKey[] {
    return this.view.all('SELECT * FROM key ORDER BY id').map(keyOf);
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

  /** The next items in the order of their ids. */
  itemsAfter(id: number, limit: number): StoredItem[] {
    return this.view.all('SELECT * FROM item WHERE id > ? ORDER BY id LIMIT ?', [id, limit]).map(itemOf);
  }

  /** Distinct categories of active items, in no order. */
  categories(): string[] {
    const rows = this.view.all('SELECT DISTINCT category FROM item WHERE active = 1 AND category IS NOT NULL');
    return rows.map((row) => textOf(row, 'category'));
  }

  item(id: number): StoredItem | undefined {
    const row = this.view.first('SELECT * FROM item WHERE id = ?', [id]);
    return row && itemOf(row);
  }

  itemByPlu(plu: string): StoredItem | undefined {
    const row = this.view.first('SELECT * FROM item WHERE plu = ?', [plu]);
    return row && itemOf(row);
  }

  /** Sorted by id. */
  itemsWithoutPlu(): StoredItem[] {
    return this.view.all('SELECT * FROM item WHERE plu IS NULL ORDER BY id').map(itemOf);
  }

  /**
   * Active items whose PLU or GTIN equals this code except for leading zeros and case: all of these, and possibly
   * others, because SQLite folds the case of ASCII only. Reads all items, which takes some milliseconds.
   */
  itemsWithCode(code: string): StoredItem[] {
    const bare = code.replace(/^0+/, '');
    const isAscii = /^[ -~]*$/.test(bare);
    const sql = `SELECT * FROM item WHERE active = 1 AND (ltrim(plu, '0') = ?1 COLLATE NOCASE
      OR ltrim(gtin, '0') = ?1 OR (?2 = 0 AND plu GLOB '*[^ -~]*')) ORDER BY id`;
    return this.view.all(sql, [bare, isAscii ? 1 : 0]).map(itemOf);
  }

  itemCounts(): { readonly all: number; readonly active: number } {
    const row = this.view.first('SELECT count(*) AS count, total(active) AS active FROM item');
    return row === undefined ? { all: 0, active: 0 } : { all: numberOf(row, 'count'), active: numberOf(row, 'active') };
  }

  nextItemId(): number {
    const row = this.view.first('SELECT coalesce(max(id), 0) + 1 AS next FROM item');
    return row === undefined ? 1 : numberOf(row, 'next');
  }

  /** The last counters of a counter series, by its name. */
  runningNumbersOf(series: string): RunningNumbers {
    return this.runningNumbers.of(series);
  }

  /** The last counters of every counter series of a requester that is in use, by name. */
  countersInUse(requestedBy: string): Readonly<Record<string, RunningNumbers>> {
    return this.runningNumbers.inUse(requestedBy);
  }

  putSegment(summary: SegmentSummary): void {
    storeSummary(this.view, summary);
  }

  /** Full segments, newest first. */
  segments(): SegmentSummary[] {
    return summariesOf(this.view);
  }

  image(): Uint8Array {
    this.runningNumbers.flush();
    this.turnover.flush();
    this.receiptTimes.save();
    this.saveIntents();
    this.jobs.save();
    this.keyActivity.save();
    this.boxEvents.save();
    this.queue.save();
    this.saveNotifyCursor();
    return this.view.image();
  }

  close(): void {
    this.view.close();
  }

  private saveIntents(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM intent');
      for (const [requestId, { intent }] of this.open) {
        this.view.run('INSERT INTO intent VALUES (?, ?)', [requestId, JSON.stringify(encodeIntent(intent))]);
      }
    });
  }

  private saveNotifyCursor(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM notice');
      this.view.run('INSERT INTO notice VALUES (?)', [JSON.stringify(this.cursor)]);
    });
  }
}
