import { type Clock, DiskError, type Log, type UtcMs } from '../../../base/index.js';
import {
  type IssuedInvoice,
  type Ledger,
  type NotifiedAlarm,
  type NotifyCursor,
  UnreadableRecord,
} from '../../../platform/ledger/index.js';
import { DEFAULT_MAX_AGE_HOURS, type NotifySetting, type Settings } from '../../../shop/settings/index.js';
import type { CursorStore } from '../cursorStore.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import { AFTER_REFUSAL, DeliveryLoop, type LastingFailure, pauseAfter, Retries } from '../retries.js';
import type { Notifier, OwnerMessage } from './notifier.js';

/** An alarm that was not reported to the owner yet. */
export interface PendingAlarm {
  readonly check: string;
  readonly at: UtcMs;
  readonly isOn: boolean;
  readonly message: OwnerMessage;
}

interface OutboxDeps {
  readonly ledger: Pick<Ledger, 'end' | 'invoiceAfter'>;
  readonly cursors: CursorStore;
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
  readonly notifier: Notifier;
  /** Creates the message about a receipt. */
  readonly describe: (invoice: IssuedInvoice) => OwnerMessage;
  /** The next alarm to send, given those already sent. */
  readonly pendingAlarm: (sent: NonNullable<NotifyCursor['alarms']>) => PendingAlarm | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** 0 to 1, for pauses. */
  readonly random?: () => number;
  /** How long a stop waits for a message in progress, ms; 1 s by default. */
  readonly stopTimeout?: number;
}

/** State of the delivery to the owner. */
export interface OutboxReport {
  /** When the oldest pending message was created; null without one. */
  readonly waitingSince: UtcMs | null;
  /** Why it is pending, and since when nothing was sent; null when the last attempt succeeded or there was none. */
  readonly failure: LastingFailure | null;
  /** Receipts skipped since the start because they were too old, and when the last one was skipped. */
  readonly passedOver: { readonly count: number; readonly at: UtcMs } | null;
  /** Alarms that are refused while others are sent; absent without any. */
  readonly refusedAlarms?: readonly RefusedAlarm[];
}

/** A message to send, and what to do when it has arrived. */
interface OutgoingMessage {
  readonly message: OwnerMessage;
  readonly arrived: () => void;
  /**
   * Records a permanent refusal, so that later messages can be sent. Returns true when it was not refused before.
   * Absent: later messages wait.
   */
  readonly refused?: (reason: DeliveryFailure) => boolean;
}

const HOUR = 60 * 60_000;
/** Pause after a bug, ms. */
const AFTER_BUG = 15 * 60_000;

/**
 * Sends the owner messages about receipts and alarms, one at a time and in order. The log itself is the outbox:
 * everything after the cursor is still to be sent. Sales never wait for it, since new receipts are detected by the end
 * of the log. A permanently refused alarm delays nothing; a refused receipt delays receipts, but not alarms. Each
 * message is sent at least once, and again after a power cut if the cursor was not saved yet.
 */
export class Outbox {
  private readonly loop: DeliveryLoop;
  private readonly retries: Retries;
  private readonly refusedAlarms: RefusedAlarms;
  /** End of the log when nothing was pending. */
  private readUpTo = -1;
  private waitingSince: UtcMs | null = null;
  private passedOver: OutboxReport['passedOver'] = null;

  constructor(private readonly deps: OutboxDeps) {
    this.retries = new Retries(deps, pauseAfter);
    this.refusedAlarms = new RefusedAlarms(deps.clock);
    this.loop = new DeliveryLoop({
      ...deps,
      step: () => this.step(),
      onBug: (error) => {
        deps.log('notify.broken', { error: String(error) });
        this.retries.pause(AFTER_BUG);
      },
    });
    deps.settings.onChange('notify', () => this.retryNow());
  }

  /** Undefined while the owner wants no messages. */
  get report(): OutboxReport | undefined {
    if (this.setting === null) return undefined;
    const refusedAlarms = this.refusedAlarms.all;
    return {
      waitingSince: this.waitingSince,
      failure: this.retries.failure,
      passedOver: this.passedOver,
      ...(refusedAlarms.length > 0 && { refusedAlarms }),
    };
  }

  start(): void {
    this.loop.start();
  }

  /** Starts no message; one in progress is aborted after a moment and sent at the next start. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await this.deps.cursors.close();
  }

  private get cursors(): CursorStore {
    return this.deps.cursors;
  }

  private get setting(): NotifySetting | null {
    return this.deps.settings.now.notify;
  }

  /** A new setting may work at once. */
  private retryNow(): void {
    this.retries.reset();
    this.refusedAlarms.clear();
    this.loop.lookNow();
  }

  /** Sends one message; false when there is nothing to do now. */
  private async step(): Promise<boolean> {
    const { setting } = this;
    await this.cursors.follow({
      receipts: setting !== null && setting.receipts !== false,
      alarms: setting !== null && setting.alarms !== false,
    });
    await this.cursors.saveIfDue();
    const { areDue, failure } = this.retries;
    // A receiver that refuses a receipt may accept an alarm, and an alarm cannot wait for an hour.
    if (setting === null || (!areDue && failure?.reason.kind !== 'refused')) return false;
    const outgoing = this.nextAlarm() ?? (areDue ? await this.nextReceipt(setting) : undefined);
    if (areDue || outgoing !== undefined) {
      this.waitingSince = outgoing?.message.at ?? this.refusedAlarms.waitingSince;
    }
    if (outgoing === undefined) return false;
    await this.send(setting, outgoing);
    return true;
  }

  private nextAlarm(): OutgoingMessage | undefined {
    const { alarms } = this.cursors.current;
    const pending = alarms === null ? undefined : this.deps.pendingAlarm(this.refusedAlarms.passing(alarms));
    if (pending === undefined) return undefined;
    const { check, at, isOn, message } = pending;
    return {
      message,
      arrived: () => {
        this.refusedAlarms.remove(check);
        this.cursors.markAlarm(check, { at, isOn });
      },
      refused: (reason) => this.refusedAlarms.add(check, { at, isOn }, reason),
    };
  }

  private async nextReceipt({
    maxAgeHours = DEFAULT_MAX_AGE_HOURS,
  }: NotifySetting): Promise<OutgoingMessage | undefined> {
    const { ledger, clock, describe } = this.deps;
    for (let sent = this.cursors.current.sequence; sent !== null; sent = this.cursors.current.sequence) {
      const { sequence: end } = ledger.end;
      if (end === this.readUpTo) return undefined;
      const next = await this.read(sent);
      if (next === 'later' || this.loop.stops) return undefined;
      if (next === undefined) {
        this.readUpTo = end;
        return undefined;
      }
      const { sequence, invoice } = next;
      const isOld = invoice !== undefined && clock.isTrusted() && clock.now() - invoice.createdAt > maxAgeHours * HOUR;
      if (invoice !== undefined && !isOld) {
        return { message: describe(invoice), arrived: () => this.cursors.markReceipt(sequence) };
      }
      this.skip(sequence);
    }
    return undefined;
  }

  /** `later`: the disk cannot be read now; the ledger reports that itself. */
  private async read(sequence: number): Promise<Awaited<ReturnType<Ledger['invoiceAfter']>> | 'later'> {
    try {
      return await this.deps.ledger.invoiceAfter(sequence);
    } catch (error) {
      if (error instanceof DiskError || error instanceof UnreadableRecord) return 'later';
      throw error;
    }
  }

  private skip(sequence: number): void {
    const { clock, log } = this.deps;
    if (this.passedOver === null) log('notify.passed_over', { record: sequence });
    this.passedOver = { count: (this.passedOver?.count ?? 0) + 1, at: clock.now() };
    this.cursors.markReceipt(sequence);
  }

  private async send(setting: NotifySetting, { message, arrived, refused }: OutgoingMessage): Promise<void> {
    const { notifier, log } = this.deps;
    const sent = await notifier.send(setting, message, this.loop.signal);
    if (sent.ok) {
      arrived();
      const attempts = this.retries.noteSuccess();
      if (attempts > 0) log('notify.recovered', { attempts });
      return;
    }
    const { kind, status, cause } = sent.error;
    // A failure with a setting that has changed meanwhile does not matter.
    if (kind === 'stopped' || setting !== this.setting) return;
    const isNew =
      kind === 'refused' && refused !== undefined ? refused(sent.error) : this.retries.noteFailure(sent.error);
    if (isNew) log('notify.failed', { reason: kind, status, cause });
  }
}

/** An alarm that the receiver refuses permanently; other alarms are sent meanwhile. */
interface RefusedAlarm {
  readonly check: string;
  /** When it was first refused. */
  readonly since: UtcMs;
  readonly reason: DeliveryFailure;
}

interface Held extends RefusedAlarm {
  readonly told: NotifiedAlarm;
  /** Monotonic time of the next attempt, ms. */
  readonly notBefore: number;
}

/** Refused alarms, each retried once an hour. They delay no other message, and none is lost. */
class RefusedAlarms {
  private readonly held = new Map<string, Held>();

  constructor(private readonly clock: Pick<Clock, 'now' | 'monotonic'>) {}

  /** In the order of their first refusals. */
  get all(): readonly RefusedAlarm[] {
    return Array.from(this.held.values(), ({ check, since, reason }) => ({ check, since, reason }));
  }

  /** Time of the oldest of them. */
  get waitingSince(): UtcMs | null {
    const times = Array.from(this.held.values(), ({ told }) => told.at);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The reported alarms, together with the refused ones that are not due for a retry yet. */
  passing(told: Readonly<Record<string, NotifiedAlarm>>): Record<string, NotifiedAlarm> {
    const now = this.clock.monotonic();
    const waiting = [...this.held.values()].filter(({ notBefore }) => notBefore > now);
    return { ...told, ...Object.fromEntries(waiting.map((one) => [one.check, one.told])) };
  }

  /** True when this alarm was not refused before. */
  add(check: string, told: NotifiedAlarm, reason: DeliveryFailure): boolean {
    const { clock } = this;
    const before = this.held.get(check);
    const isNew = before?.told.at !== told.at;
    const since = isNew ? clock.now() : before.since;
    this.held.set(check, { check, told, reason, since, notBefore: clock.monotonic() + AFTER_REFUSAL });
    return isNew;
  }

  /** The alarm of this check was reported, or needs no report any more. */
  remove(check: string): void {
    this.held.delete(check);
  }

  clear(): void {
    this.held.clear();
  }
}
