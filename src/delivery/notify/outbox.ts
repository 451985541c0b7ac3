import type { Clock } from '../../base/clock.js';
import { DiskError } from '../../base/disk.js';
import type { UtcMs } from '../../base/fiscal.js';
import type { Log } from '../../base/log.js';
import type { IssuedInvoice } from '../../ledger/invoice.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { Notice } from '../../ledger/notice.js';
import { UnreadableRecord } from '../../ledger/read.js';
import { DEFAULT_MAX_AGE, type NotifySetting } from '../../settings/notify.js';
import type { Settings } from '../../settings/settings.js';
import { Bookmark } from './bookmark.js';
import type { NotifyFailure } from './failure.js';
import type { OwnerMessage } from './message.js';
import type { Notifier } from './notifier.js';
import { pauseAfter } from './pause.js';

/** An alarm that the owner does not know of. */
export interface PendingAlarm {
  readonly check: string;
  readonly at: UtcMs;
  readonly isOn: boolean;
  readonly message: OwnerMessage;
}

export interface OutboxParts {
  readonly ledger: Pick<Ledger, 'end' | 'main' | 'put' | 'invoiceAfter'>;
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
  readonly notifier: Notifier;
  /** What is told of a receipt. */
  readonly describe: (invoice: IssuedInvoice) => OwnerMessage;
  /** The next alarm that is to be told, given what was told already. */
  readonly pendingAlarm: (told: NonNullable<Notice['alarms']>) => PendingAlarm | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** 0 to 1, for pauses. */
  readonly random?: () => number;
  /** A message that is under way gets this long at a stop, ms; 1 s when not given. */
  readonly stopPatience?: number;
}

/** What is known of the way to the owner. */
export interface OutboxReport {
  /** When the oldest message that waits came to be; null: none does. */
  readonly waitingSince: UtcMs | null;
  /** Why it waits, and since when nothing went out; null: the last attempt went well, or there was none. */
  readonly failure: { readonly reason: NotifyFailure; readonly since: UtcMs } | null;
  /** Receipts that were passed over since the start because they were too old, and when the last one was. */
  readonly passedOver: { readonly count: number; readonly at: UtcMs } | null;
}

/** A message on its way, and what is to be noted when it has arrived. */
interface Parcel {
  readonly message: OwnerMessage;
  readonly arrived: () => void;
}

/** Between two looks at the end of the log, ms. */
const ROUND = 1_000;
const STOP_PATIENCE = 1_000;
const HOUR = 60 * 60_000;
/** After a bug, ms. */
const AFTER_BUG = 15 * 60_000;

/**
 * Tells the owner of receipts and alarms, one message at a time and in order. The log itself is the outbox: what stands behind
 * the bookmark is still to be told. So a sale knows nothing of this, and waits for nothing here; what is new is seen by a look
 * at where the log ends. Each is told at least once, and again after a power cut if the bookmark was not written yet.
 */
export class Outbox {
  private isStopping = false;
  /** Ends a message that is under way. */
  private readonly ended = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private wake = new AbortController();
  private readonly bookmark: Bookmark;
  /** End of the log when nothing behind the bookmark was left. */
  private seen = -1;
  private attempts = 0;
  /** Monotonic moment before which nothing is tried. */
  private notBefore = 0;
  private waitingSince: UtcMs | null = null;
  private failure: OutboxReport['failure'] = null;
  private passedOver: OutboxReport['passedOver'] = null;

  constructor(private readonly parts: OutboxParts) {
    this.bookmark = new Bookmark(parts);
    parts.settings.onChange('notify', () => this.begin());
  }

  /** Undefined while nothing is to be told. */
  get report(): OutboxReport | undefined {
    if (this.setting === null) return undefined;
    return { waitingSince: this.waitingSince, failure: this.failure, passedOver: this.passedOver };
  }

  start(): void {
    this.running = this.run();
  }

  /** Begins no message; one that is under way is given up after a moment, and told at the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake.abort();
    const giveUp = setTimeout(() => this.ended.abort(), this.parts.stopPatience ?? STOP_PATIENCE);
    await this.running;
    clearTimeout(giveUp);
    await this.bookmark.close();
  }

  private get setting(): NotifySetting | null {
    return this.parts.settings.now.notify;
  }

  /** Another setting may go well at once. */
  private begin(): void {
    this.attempts = 0;
    this.notBefore = 0;
    this.failure = null;
    this.wake.abort();
  }

  private async run(): Promise<void> {
    const { clock } = this.parts;
    while (!this.isStopping) {
      if (await this.safeStep()) continue;
      await clock.sleep(ROUND, this.wake.signal);
      if (this.wake.signal.aborted) this.wake = new AbortController();
    }
  }

  /** A bug here is nothing that selling should end for. */
  private async safeStep(): Promise<boolean> {
    try {
      return await this.step();
    } catch (error) {
      this.parts.log('notify.broken', { error: String(error) });
      this.notBefore = this.parts.clock.monotonic() + AFTER_BUG;
      return false;
    }
  }

  /** Tells one thing; false: there is nothing to be done at this moment. */
  private async step(): Promise<boolean> {
    const { setting } = this;
    await this.bookmark.follow({
      receipts: setting !== null && setting.receipts !== false,
      alarms: setting !== null && setting.alarms !== false,
    });
    await this.bookmark.saveIfDue();
    if (setting === null || this.parts.clock.monotonic() < this.notBefore) return false;
    const parcel = this.nextAlarm() ?? (await this.nextReceipt(setting));
    this.waitingSince = parcel?.message.at ?? null;
    if (parcel === undefined) return false;
    await this.send(setting, parcel);
    return true;
  }

  private nextAlarm(): Parcel | undefined {
    const { alarms } = this.bookmark.now;
    const pending = alarms === null ? undefined : this.parts.pendingAlarm(alarms);
    if (pending === undefined) return undefined;
    const { check, at, isOn, message } = pending;
    return { message, arrived: () => this.bookmark.tellAlarm(check, { at, isOn }) };
  }

  private async nextReceipt({ maxAgeHours = DEFAULT_MAX_AGE }: NotifySetting): Promise<Parcel | undefined> {
    const { ledger, clock, describe } = this.parts;
    for (let told = this.bookmark.now.sequence; told !== null; told = this.bookmark.now.sequence) {
      const { sequence: end } = ledger.end;
      if (end === this.seen) return undefined;
      const next = await this.read(told);
      if (next === 'later' || this.isStopping) return undefined;
      if (next === undefined) {
        this.seen = end;
        return undefined;
      }
      const { sequence, invoice } = next;
      const isOld = invoice !== undefined && clock.isTrusted() && clock.now() - invoice.createdAt > maxAgeHours * HOUR;
      if (invoice !== undefined && !isOld) {
        return { message: describe(invoice), arrived: () => this.bookmark.pass(sequence) };
      }
      this.passOver(sequence);
    }
    return undefined;
  }

  /** `later`: the disk gives nothing now, which others tell of. */
  private async read(told: number): Promise<Awaited<ReturnType<Ledger['invoiceAfter']>> | 'later'> {
    try {
      return await this.parts.ledger.invoiceAfter(told);
    } catch (error) {
      if (error instanceof DiskError || error instanceof UnreadableRecord) return 'later';
      throw error;
    }
  }

  private passOver(sequence: number): void {
    const { clock, log } = this.parts;
    if (this.passedOver === null) log('notify.passed_over', { record: sequence });
    this.passedOver = { count: (this.passedOver?.count ?? 0) + 1, at: clock.now() };
    this.bookmark.pass(sequence);
  }

  private async send(setting: NotifySetting, { message, arrived }: Parcel): Promise<void> {
    const { notifier, clock, log, random = Math.random } = this.parts;
    const sent = await notifier.send(setting, message, this.ended.signal);
    if (sent.ok) {
      arrived();
      if (this.failure !== null) log('notify.recovered', { attempts: this.attempts });
      [this.attempts, this.failure, this.notBefore] = [0, null, 0];
      return;
    }
    const reason = sent.error;
    // Of a setting that was changed meanwhile nobody wants to know any more.
    if (reason.kind === 'stopped' || setting !== this.setting) return;
    this.attempts += 1;
    const { kind, status, cause } = reason;
    const isNews = this.failure?.reason.kind !== kind || this.failure.reason.status !== status;
    if (isNews) log('notify.failed', { reason: kind, status, cause });
    this.failure = { reason, since: this.failure?.since ?? clock.now() };
    this.notBefore = clock.monotonic() + pauseAfter(reason, this.attempts, random);
  }
}
