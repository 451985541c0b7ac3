import { type Clock, isoWithOffset, type Log, oneLine, receiptTime, type UtcMs } from '../../base/index.js';
import {
  type CursorStore,
  type Notifier,
  Outbox,
  type OutboxReport,
  type OwnerMessage,
  type PendingAlarm,
  receiptMessage,
} from '../../outward/delivery/index.js';
import type { Ledger, NotifiedAlarm } from '../../platform/ledger/index.js';
import { DEFAULT_QUIET_MINUTES, type Settings, type SettingValues } from '../../shop/settings/index.js';
import { type CheckResult, SEVERITY } from './check.js';
import { ALARM_AFTER_POLLS } from './checks.js';

interface AlarmDeps {
  readonly ledger: Pick<Ledger, 'main' | 'put'>;
  readonly settings: Pick<Settings, 'now'>;
  readonly runChecks: () => Promise<readonly CheckResult[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Time between two polls, ms. */
const POLL_INTERVAL = 60_000;
/**
 * A failure raises an alarm after this many consecutive polls. An alarm is over after as many polls without a finding.
 */
const CONFIRMING_POLLS = 2;
const LONGEST_WAIT = Math.max(CONFIRMING_POLLS, ...ALARM_AFTER_POLLS.values());
const MINUTE = 60_000;

/** What a check found at one poll. */
interface Poll {
  /** From `SEVERITY`; 0 also when the check found nothing. */
  readonly severity: number;
  /** The worst finding of the check; undefined when it found nothing. */
  readonly worst: CheckResult | undefined;
}

/**
 * Raises an alarm when a fault lasts, and records each beginning and end in the ledger, whether or not the owner wants
 * messages. An intermittent fault raises at most one alarm within the quiet time. A fault that becomes worse, from a
 * warning to a failure, raises the alarm again.
 */
export class Alarms {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** The last polls by check, newest last. */
  private readonly polls = new Map<string, readonly Poll[]>();
  private readonly alarms = new Map<string, Alarm>();

  constructor(private readonly deps: AlarmDeps) {
    const { events, notifyCursor } = deps.ledger.main;
    for (const event of events) if (event.kind === 'alarm') this.restore(event.check, event);
    // The cursor stores the owner's notifications longer than the ledger stores the events.
    for (const [check, told] of Object.entries(notifyCursor.alarms ?? {})) {
      if (this.alarms.get(check) === undefined) this.restore(check, told);
    }
  }

  private restore(check: string, { at, isOn }: NotifiedAlarm): void {
    const onAt = isOn ? at : (this.alarms.get(check)?.onAt ?? at);
    this.alarms.set(check, { isOn, at, onAt, raisedBy: undefined, endedBy: undefined });
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, log } = this.deps;
    while (await clock.sleep(POLL_INTERVAL, this.stopped.signal)) {
      try {
        await this.poll();
      } catch (error) {
        log('notify.broken', { error: String(error) });
      }
    }
  }

  /** Runs the checks once, and raises and ends alarms according to the results. */
  async poll(): Promise<void> {
    const { settings, runChecks } = this.deps;
    const { quietMinutes = DEFAULT_QUIET_MINUTES } = settings.now.notify ?? {};
    const found = worstByCheck(await runChecks());
    for (const check of new Set([...found.keys(), ...this.polls.keys(), ...this.alarms.keys()])) {
      const polls = [...(this.polls.get(check) ?? []), found.get(check) ?? { severity: 0, worst: undefined }];
      this.polls.set(check, polls.slice(-LONGEST_WAIT));
      await this.judge(check, quietMinutes * MINUTE);
    }
  }

  private async judge(check: string, quietTime: number): Promise<void> {
    const polls = this.polls.get(check) ?? [];
    const [alarm, latest] = [this.alarms.get(check), polls.at(-1)];
    if (latest === undefined) return;
    if (alarm?.isOn === true) {
      if (isWell(polls)) await this.record(check, { ...alarm, isOn: false, endedBy: latest.worst });
      // After a restart: the owner may not have been notified yet, and the fault may become worse from now on.
      else if (alarm.raisedBy === undefined && latest.severity > 0) {
        this.alarms.set(check, { ...alarm, raisedBy: latest.worst });
      } else if (alarm.raisedBy?.state === 'warning' && lastingState(check, polls) === 'failure') {
        await this.raise(check, latest);
      }
    } else if (lastingState(check, polls) !== 'ok' && !this.isQuiet(alarm, quietTime)) {
      await this.raise(check, latest);
    }
  }

  /** A clock that was set back ends the quiet time. */
  private isQuiet(alarm: Alarm | undefined, quietTime: number): boolean {
    const passed = this.deps.clock.now() - (alarm?.onAt ?? -Infinity);
    return passed >= 0 && passed < quietTime;
  }

  private raise(check: string, { worst }: Poll): Promise<void> {
    return this.record(check, { isOn: true, onAt: this.deps.clock.now(), raisedBy: worst, endedBy: undefined });
  }

  private async record(check: string, alarm: Omit<Alarm, 'at'>): Promise<void> {
    const { ledger, clock, log } = this.deps;
    const { isOn } = alarm;
    const at: UtcMs = clock.now();
    this.alarms.set(check, { ...alarm, at });
    log(isOn ? 'alarm.on' : 'alarm.over', { check });
    // The fault may be that the ledger cannot be written. The alarm is then sent from memory, and again after a
    // restart.
    await ledger.put({ type: 'event', event: { kind: 'alarm', at, check, isOn } });
  }

  /** The first alarm that differs from the last notification to the owner. */
  pending(told: Readonly<Record<string, NotifiedAlarm>>): PendingAlarm | undefined {
    const { company } = this.deps.settings.now;
    for (const [check, alarm] of this.alarms) {
      const { at, isOn, raisedBy } = alarm;
      const before = told[check];
      if (before?.at === at || (isOn && raisedBy === undefined)) continue;
      return { check, at, isOn, message: alarmMessage(check, alarm, before?.isOn === true, company) };
    }
    return undefined;
  }
}

/** The worst result of each check; the first of several that are equally bad. */
function worstByCheck(results: readonly CheckResult[]): Map<string, Poll> {
  const polls = new Map<string, Poll>();
  for (const result of results) {
    const severity = SEVERITY[result.state];
    if (severity > (polls.get(result.name)?.severity ?? -1)) polls.set(result.name, { severity, worst: result });
  }
  return polls;
}

/** The state that has lasted long enough for an alarm; `ok` when there is none. */
function lastingState(check: string, polls: readonly Poll[]): CheckResult['state'] {
  const least = (count: number): number =>
    polls.length < count ? 0 : Math.min(...polls.slice(-count).map(({ severity }) => severity));
  if (least(CONFIRMING_POLLS) === SEVERITY.failure) return 'failure';
  const wait = ALARM_AFTER_POLLS.get(check);
  return wait !== undefined && least(wait) > 0 ? 'warning' : 'ok';
}

/** An alarm never ends at the first poll after a start. */
function isWell(polls: readonly Poll[]): boolean {
  return polls.length >= CONFIRMING_POLLS && polls.slice(-CONFIRMING_POLLS).every(({ severity }) => severity === 0);
}

/** An alarm of one check. It is on until the check has been without findings for long enough. */
interface Alarm {
  readonly isOn: boolean;
  /** When the alarm was found to be on, or to be over. */
  readonly at: UtcMs;
  /** When the alarm last began. */
  readonly onAt: UtcMs;
  /** The result that raised it. Undefined after a restart, until the check fails again. */
  readonly raisedBy: CheckResult | undefined;
  /** The result of the check since the alarm is over, if any. */
  readonly endedBy: CheckResult | undefined;
}

/**
 * The message to the owner about an alarm that is on, or over. `isKnown`: true when the owner was notified that it was
 * on.
 */
function alarmMessage(
  check: string,
  alarm: Alarm,
  isKnown: boolean,
  { name, tin, location, address }: SettingValues['company'],
): OwnerMessage {
  const { isOn, at, onAt, raisedBy, endedBy } = alarm;
  const { found, action } = (isOn ? raisedBy : endedBy) ?? { found: null, action: null };
  return {
    id: `alarm-${check}-${at}`,
    type: isOn ? 'alarm.on' : 'alarm.over',
    at,
    text: [`${name}, ${address}`, ...rowsOf(check, alarm, isKnown)].map(oneLine).join('\n'),
    data: {
      check,
      state: isOn ? (raisedBy?.state ?? null) : 'ok',
      found,
      action,
      since: isoWithOffset(onAt),
      company: { name, tin, location },
    },
  };
}

function rowsOf(check: string, { isOn, onAt, raisedBy, endedBy }: Alarm, isKnown: boolean): string[] {
  const found = raisedBy?.found.sr ?? TEXTS.nameless(check);
  if (!isOn) return [isKnown ? TEXTS.over(endedBy?.found.sr ?? found) : TEXTS.was(onAt, found)];
  const action = raisedBy?.action?.sr;
  return [TEXTS.on(raisedBy?.state === 'failure', found), ...(action == null ? [] : [TEXTS.action(action)])];
}

/** The messages go to the owner, in Serbian only. */
const TEXTS = {
  on: (isFailure: boolean, found: string): string => `${isFailure ? 'КВАР' : 'УПОЗОРЕЊЕ'}: ${found}`,
  action: (action: string): string => `Шта учинити: ${action}`,
  over: (found: string): string => `ПРОШЛО: ${found}`,
  /** The alarm was over before the owner could be notified. */
  was: (since: UtcMs, found: string): string => `ПРОШЛО, а почело ${receiptTime(since)}: ${found}`,
  /** Used when no details are known, for example after a restart. */
  nameless: (check: string): string => `провера „${check}”.`,
} as const;

interface OwnerNotificationsDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly cursors: CursorStore;
  readonly notifier: Notifier;
  readonly runChecks: () => Promise<readonly CheckResult[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends the owner messages about receipts and alarms, as the setting `notify` requests. */
export class OwnerNotifications {
  private readonly alarms: Alarms;
  private readonly outbox: Outbox;
  private isStarted = false;

  constructor(deps: OwnerNotificationsDeps) {
    this.alarms = new Alarms(deps);
    this.outbox = new Outbox({
      ...deps,
      describe: receiptMessage,
      pendingAlarm: (told) => this.alarms.pending(told),
    });
  }

  /** Undefined while the setting requests no messages, or none are sent, for example in safe mode. */
  get report(): OutboxReport | undefined {
    return this.isStarted ? this.outbox.report : undefined;
  }

  start(): void {
    this.isStarted = true;
    this.alarms.start();
    this.outbox.start();
  }

  async stop(): Promise<void> {
    await this.alarms.stop();
    await this.outbox.stop();
  }
}
