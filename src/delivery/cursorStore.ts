import type { Clock, Log } from '../base/index.js';
import type { Ledger, NotifyCursor, NotifiedAlarm } from '../ledger/index.js';

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
/** How soon a change of the place of a webhook is saved, ms. */
const SAVE_HOOK_WITHIN = {
  /** It begins here: nothing from now on may be lost. */
  begun: 0,
  /** It has taken an event; a repeat is known by its id. */
  taken: 60_000,
  /** There was nothing for it: that is only read again. */
  passed: 24 * 60 * 60_000,
} as const;

/** How soon a change of the place of the stream is saved, ms. */
const SAVE_STREAM_WITHIN = 24 * 60 * 60_000;

/**
 * Which receipts and alarms the owner has been told of, and how far webhooks and stream are: in memory at once, in one record of the
 * ledger later, many together.
 */
export class CursorStore {
  private cursor: NotifyCursor;
  private unsavedReceipts = 0;
  /** Monotonic time by which changes are to be saved, ms; infinite when there are none. */
  private due = Infinity;

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
      ...before,
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
    this.unsavedReceipts += 1;
    this.saveWithin(this.unsavedReceipts < MOST_UNSAVED ? SAVE_AFTER : 0);
  }

  /** Alarms are few, and a repeated one is annoying: they are saved at the next opportunity. */
  markAlarm(check: string, told: NotifiedAlarm): void {
    this.cursor = { ...this.cursor, alarms: { ...this.cursor.alarms, [check]: told } };
    this.saveWithin(0);
  }

  /** Up to where a webhook was told, as a cursor of the API. */
  hook(name: string): string | undefined {
    return new Map(Object.entries(this.cursor.hooks ?? {})).get(name);
  }

  /** These webhooks there are. One that is new begins at `now`, which holds before this resolves. */
  async followHooks(names: readonly string[], now: string): Promise<void> {
    const before = Object.keys(this.cursor.hooks ?? {});
    if (before.length === names.length && names.every((name) => before.includes(name))) return;
    const { hooks: _before, ...rest } = this.cursor;
    const hooks = Object.fromEntries(names.map((name) => [name, this.hook(name) ?? now]));
    this.cursor = names.length === 0 ? rest : { ...rest, hooks };
    await this.save();
  }

  /** How far a webhook is now, as a cursor of the API. */
  markHook(name: string, cursor: string, change: keyof typeof SAVE_HOOK_WITHIN): void {
    if (this.hook(name) === undefined) return; // it was removed meanwhile
    this.cursor = { ...this.cursor, hooks: { ...this.cursor.hooks, [name]: cursor } };
    this.saveWithin(SAVE_HOOK_WITHIN[change]);
  }

  /** Up to where the stream was told, as a cursor of the API. */
  get stream(): string | undefined {
    return this.cursor.stream;
  }

  /** How far the stream is now. It holds that itself: the ledger only has to know where the stream has forgotten it. */
  markStream(cursor: string): void {
    this.cursor = { ...this.cursor, stream: cursor };
    this.saveWithin(SAVE_STREAM_WITHIN);
  }

  private saveWithin(ms: number): void {
    this.due = Math.min(this.due, this.parts.clock.monotonic() + ms);
  }

  async saveIfDue(): Promise<void> {
    if (this.parts.clock.monotonic() >= this.due) await this.save();
  }

  /** What cannot be saved now is saved with the next change; until then a restart repeats these messages. */
  async save(): Promise<void> {
    [this.unsavedReceipts, this.due] = [0, Infinity];
    const written = await this.parts.ledger.put({ type: 'notice', cursor: this.cursor });
    if (!written.ok) this.parts.log('notify.unrecorded', { reason: written.error });
  }

  /** Saves what is not saved yet. */
  async close(): Promise<void> {
    if (this.due !== Infinity) await this.save();
  }
}
