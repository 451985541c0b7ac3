import type { Clock, Log } from '../../base/index.js';
import type { Ledger, NotifyCursor, NotifiedAlarm } from '../../platform/ledger/index.js';

interface CursorStoreDeps {
  readonly ledger: Pick<Ledger, 'end' | 'main' | 'put'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** The owner's choice of messages. */
interface NotifyChoice {
  readonly receipts: boolean;
  readonly alarms: boolean;
}

/**
 * After a power cut, this many receipts, or those of this many ms, may be sent again: each save is a write to the
 * flash.
 */
const MAX_UNSAVED = 20;
const SAVE_AFTER = 20_000;
/** Within this time a changed cursor of a webhook is saved, ms. */
const SAVE_HOOK_WITHIN = {
  /** The webhook is new: no later event may be lost. */
  begun: 0,
  /** It has accepted an event; a repeat is recognized by its id. */
  taken: 60_000,
  /** There was no event for it: after a restart the records are only read again. */
  passed: 24 * 60 * 60_000,
} as const;

/** Within this time a changed cursor of the stream is saved, ms. */
const SAVE_STREAM_WITHIN = 24 * 60 * 60_000;

/**
 * The cursors of owner messages, webhooks and the stream. They change in memory at once, and are saved together later,
 * in one record of the ledger.
 */
export class CursorStore {
  private cursor: NotifyCursor;
  private unsavedReceipts = 0;
  /** Monotonic time by which changes must be saved, ms; infinite without changes. */
  private due = Infinity;

  constructor(private readonly deps: CursorStoreDeps) {
    this.cursor = deps.ledger.main.notifyCursor;
  }

  get current(): NotifyCursor {
    return this.cursor;
  }

  /** Starts the cursors of newly enabled receipts or alarms at the current end, and drops those of disabled ones. */
  async follow({ receipts, alarms }: NotifyChoice): Promise<void> {
    const before = this.cursor;
    if (receipts === (before.sequence !== null) && alarms === (before.alarms !== null)) return;
    const { ledger } = this.deps;
    this.cursor = {
      ...before,
      sequence: receipts ? (before.sequence ?? ledger.end.sequence) : null,
      alarms: alarms ? (before.alarms ?? this.pastAlarms()) : null,
    };
    await this.save();
  }

  /** Alarms that ended before messages were enabled count as reported. Current problems are still reported. */
  private pastAlarms(): Record<string, NotifiedAlarm> {
    const past = new Map<string, NotifiedAlarm>();
    for (const event of this.deps.ledger.main.events) {
      if (event.kind !== 'alarm') continue;
      if (event.isOn) past.delete(event.check);
      else past.set(event.check, { at: event.at, isOn: false });
    }
    return Object.fromEntries(past);
  }

  /** The receipt of this record was sent or skipped. */
  markReceipt(sequence: number): void {
    this.cursor = { ...this.cursor, sequence };
    this.unsavedReceipts += 1;
    this.saveWithin(this.unsavedReceipts < MAX_UNSAVED ? SAVE_AFTER : 0);
  }

  /** Alarms are rare, and a repeated one is annoying, so they are saved at the next opportunity. */
  markAlarm(check: string, told: NotifiedAlarm): void {
    this.cursor = { ...this.cursor, alarms: { ...this.cursor.alarms, [check]: told } };
    this.saveWithin(0);
  }

  /** Last event delivered to a webhook, as a cursor of the API. */
  hook(name: string): string | undefined {
    return new Map(Object.entries(this.cursor.hooks ?? {})).get(name);
  }

  /** Updates the set of webhooks. A new one begins at `now`, which is saved before this resolves. */
  async followHooks(names: readonly string[], now: string): Promise<void> {
    const before = Object.keys(this.cursor.hooks ?? {});
    if (before.length === names.length && names.every((name) => before.includes(name))) return;
    const { hooks: _before, ...rest } = this.cursor;
    const hooks = Object.fromEntries(names.map((name) => [name, this.hook(name) ?? now]));
    this.cursor = names.length === 0 ? rest : { ...rest, hooks };
    await this.save();
  }

  /** Sets the cursor of a webhook, as a cursor of the API. */
  markHook(name: string, cursor: string, change: keyof typeof SAVE_HOOK_WITHIN): void {
    if (this.hook(name) === undefined) return; // it was removed meanwhile
    this.cursor = { ...this.cursor, hooks: { ...this.cursor.hooks, [name]: cursor } };
    this.saveWithin(SAVE_HOOK_WITHIN[change]);
  }

  /** Last event delivered to the stream, as a cursor of the API. */
  get stream(): string | undefined {
    return this.cursor.stream;
  }

  /**
   * Sets the cursor of the stream. The stream itself stores it too; the copy in the ledger is used only when the stream
   * has lost it.
   */
  markStream(cursor: string): void {
    this.cursor = { ...this.cursor, stream: cursor };
    this.saveWithin(SAVE_STREAM_WITHIN);
  }

  private saveWithin(ms: number): void {
    this.due = Math.min(this.due, this.deps.clock.monotonic() + ms);
  }

  async saveIfDue(): Promise<void> {
    if (this.deps.clock.monotonic() >= this.due) await this.save();
  }

  /** A failed save is repeated with the next change; until then a restart repeats these messages. */
  async save(): Promise<void> {
    [this.unsavedReceipts, this.due] = [0, Infinity];
    const written = await this.deps.ledger.put({ type: 'notice', cursor: this.cursor });
    if (!written.ok) this.deps.log('notify.unrecorded', { reason: written.error });
  }

  /** Saves pending changes. */
  async close(): Promise<void> {
    if (this.due !== Infinity) await this.save();
  }
}
