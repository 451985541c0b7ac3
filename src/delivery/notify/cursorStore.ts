import type { Clock, Log } from '../../base/index.js';
import type { Ledger, NotifyCursor, NotifiedAlarm } from '../../ledger/index.js';

export interface CursorStoreParts {
  readonly ledger: Pick<Ledger, 'end' | 'main' | 'put'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** What the owner wants messages about. */
export interface NotifyChoice {
  readonly receipts: boolean;
  readonly alarms: boolean;
}

/** After a power cut, so many receipts, or those of so many ms, may be sent again: each save is a write to the flash. */
const MOST_UNSAVED = 20;
const SAVE_AFTER = 20_000;

/** Which receipts and alarms the owner has been told of: in memory at once, in the ledger later, many receipts together. */
export class CursorStore {
  private cursor: NotifyCursor;
  private unsaved = 0;
  /** Monotonic time of the first unsaved change, ms. */
  private since = 0;

  constructor(private readonly parts: CursorStoreParts) {
    this.cursor = parts.ledger.main.notifyCursor;
  }

  get current(): NotifyCursor {
    return this.cursor;
  }

  /** Receipts and alarms from now on count if they were switched on; the cursor of what was switched off is dropped. */
  async follow({ receipts, alarms }: NotifyChoice): Promise<void> {
    const before = this.cursor;
    if (receipts === (before.sequence !== null) && alarms === (before.alarms !== null)) return;
    const { ledger } = this.parts;
    this.cursor = {
      sequence: receipts ? (before.sequence ?? ledger.end.sequence) : null,
      alarms: alarms ? (before.alarms ?? this.pastAlarms()) : null,
    };
    await this.save();
  }

  /** Alarms that were over before messages were switched on count as reported. What is wrong still is told. */
  private pastAlarms(): Record<string, NotifiedAlarm> {
    const past = new Map<string, NotifiedAlarm>();
    for (const event of this.parts.ledger.main.events) {
      if (event.kind !== 'alarm') continue;
      if (event.isOn) past.delete(event.check);
      else past.set(event.check, { at: event.at, isOn: false });
    }
    return Object.fromEntries(past);
  }

  /** The receipt of this record was sent, or is skipped. */
  markReceipt(sequence: number): void {
    this.cursor = { ...this.cursor, sequence };
    this.countUnsaved(1);
  }

  /** Alarms are few, and a repeated one is annoying: they are saved at the next opportunity. */
  markAlarm(check: string, told: NotifiedAlarm): void {
    this.cursor = { ...this.cursor, alarms: { ...this.cursor.alarms, [check]: told } };
    this.countUnsaved(MOST_UNSAVED);
  }

  private countUnsaved(weight: number): void {
    if (this.unsaved === 0) this.since = this.parts.clock.monotonic();
    this.unsaved += weight;
  }

  async saveIfDue(): Promise<void> {
    const isLong = this.parts.clock.monotonic() - this.since >= SAVE_AFTER;
    if (this.unsaved >= MOST_UNSAVED || (this.unsaved > 0 && isLong)) await this.save();
  }

  /** What cannot be saved now is saved with the next change; until then a restart repeats these messages. */
  async save(): Promise<void> {
    const written = await this.parts.ledger.put({ type: 'notice', cursor: this.cursor });
    if (!written.ok) this.parts.log('notify.unrecorded', { reason: written.error });
    this.unsaved = 0;
  }

  /** Saves what is not saved yet. */
  async close(): Promise<void> {
    if (this.unsaved > 0) await this.save();
  }
}
