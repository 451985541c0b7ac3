import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { Notice, ToldAlarm } from '../../ledger/notice.js';

export interface BookmarkParts {
  readonly ledger: Pick<Ledger, 'end' | 'main' | 'put'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** What the owner wants to be told of now. */
export interface Wanted {
  readonly receipts: boolean;
  readonly alarms: boolean;
}

/** So many receipts may be told again after a power cut, and those of so many ms: each note of them is a write to the flash. */
const MOST_UNSAVED = 20;
const SAVE_AFTER = 20_000;

/** Up to where the owner was told: in memory at once, in the ledger a while later, for many receipts together. */
export class Bookmark {
  private notice: Notice;
  private unsaved = 0;
  /** Monotonic moment of the first that is not saved. */
  private since = 0;

  constructor(private readonly parts: BookmarkParts) {
    this.notice = parts.ledger.main.notice;
  }

  get now(): Notice {
    return this.notice;
  }

  /** What is switched on begins here and now, what is switched off is forgotten. */
  async follow({ receipts, alarms }: Wanted): Promise<void> {
    const before = this.notice;
    if (receipts === (before.sequence !== null) && alarms === (before.alarms !== null)) return;
    const { ledger } = this.parts;
    this.notice = {
      sequence: receipts ? (before.sequence ?? ledger.end.sequence) : null,
      alarms: alarms ? (before.alarms ?? this.pastAlarms()) : null,
    };
    await this.save();
  }

  /** Those of a time when nobody wanted to know count as told, and as over. */
  private pastAlarms(): Record<string, ToldAlarm> {
    const past: Record<string, ToldAlarm> = {};
    for (const event of this.parts.ledger.main.events) {
      if (event.kind === 'alarm') past[event.check] = { at: event.at, isOn: false };
    }
    return past;
  }

  /** The receipt of this record was told, or is passed over. */
  pass(sequence: number): void {
    this.notice = { ...this.notice, sequence };
    this.note(1);
  }

  /** Alarms are few, and nobody wants to be woken twice: they are saved at the next occasion. */
  tellAlarm(check: string, told: ToldAlarm): void {
    this.notice = { ...this.notice, alarms: { ...this.notice.alarms, [check]: told } };
    this.note(MOST_UNSAVED);
  }

  private note(weight: number): void {
    if (this.unsaved === 0) this.since = this.parts.clock.monotonic();
    this.unsaved += weight;
  }

  async saveIfDue(): Promise<void> {
    const isLong = this.parts.clock.monotonic() - this.since >= SAVE_AFTER;
    if (this.unsaved >= MOST_UNSAVED || (this.unsaved > 0 && isLong)) await this.save();
  }

  /** What cannot be written now is written with the next; until then it is told again after a restart. */
  async save(): Promise<void> {
    const written = await this.parts.ledger.put({ type: 'notice', notice: this.notice });
    if (!written.ok) this.parts.log('notify.unrecorded', { reason: written.error });
    this.unsaved = 0;
  }

  /** Writes down what is not written yet. */
  async close(): Promise<void> {
    if (this.unsaved > 0) await this.save();
  }
}
