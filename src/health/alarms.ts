import type { Clock } from '../base/clock.js';
import type { UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { oneLine } from '../base/text.js';
import { isoWithOffset } from '../base/time.js';
import type { OwnerMessage } from '../delivery/notify/message.js';
import type { PendingAlarm } from '../delivery/notify/outbox.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ToldAlarm } from '../ledger/notice.js';
import { DEFAULT_QUIET } from '../settings/notify.js';
import type { Settings } from '../settings/settings.js';
import type { Check } from './checks.js';
import { ALARM_TEXTS } from './texts/alarms.js';

export interface AlarmParts {
  readonly ledger: Pick<Ledger, 'main' | 'put'>;
  readonly settings: Pick<Settings, 'now'>;
  /** Looks at the box. */
  readonly look: () => Promise<readonly Check[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Between two looks, ms. */
const ROUND = 60_000;
/** What is not well for so many looks in a row is told of, and so is what is well again for so many. */
const LASTING = 2;
/**
 * Warnings that the owner must know of, and for how many looks in a row: what mends itself, or is mended by who stands beside
 * it, gets the time for that. Failures are told whatever their name is: nothing can be sold then.
 */
const WARNINGS: ReadonlyMap<string, number> = new Map([
  ['disk', LASTING],
  ['flash', LASTING],
  ['snapshot', LASTING],
  ['clock', 10],
  ['pfr', 5],
  ['settling', 5],
  ['numbers', LASTING],
  ['rates', LASTING],
  ['certificate', LASTING],
  ['pfr-certificate', LASTING],
  ['printer', 10],
  ['queue', LASTING],
  ['restarts', LASTING],
  ['safe-mode', LASTING],
  ['power', LASTING],
  ['temperature', 5],
  ['memory', 5],
]);
const LONGEST_LASTING = Math.max(...WARNINGS.values());
const MINUTE = 60_000;

/** 0 well, 1 a warning, 2 a failure. */
type Level = 0 | 1 | 2;
const LEVELS: Readonly<Record<Check['state'], Level>> = { ok: 0, warning: 1, failure: 2 };

interface Look {
  readonly level: Level;
  /** The worst of the name; undefined when nothing is said of it. */
  readonly check: Check | undefined;
}

interface Alarm {
  readonly isOn: boolean;
  /** When that was noticed. */
  readonly at: UtcMs;
  /** When it began for the last time. */
  readonly onAt: UtcMs;
  /** What was found then, and how bad it was; undefined after a restart, until it is seen again. */
  readonly bad: Look | undefined;
  /** What is found since it is over. */
  readonly good: Check | undefined;
}

/**
 * Notices what is wrong for longer than a moment, once until it is over, and keeps each beginning and end in the ledger. What
 * comes and goes is told at most once in the quiet time; what gets worse, from a warning to a failure, is told anew.
 */
export class Alarms {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** The last looks by name, newest last. */
  private readonly looks = new Map<string, readonly Look[]>();
  private readonly alarms = new Map<string, Alarm>();

  constructor(private readonly parts: AlarmParts) {
    const { events, notice } = parts.ledger.main;
    // What was noticed while nobody wanted to know is noticed anew.
    if (notice.alarms === null) return;
    for (const event of events) if (event.kind === 'alarm') this.remember(event.check, event);
    // What the owner knows of is remembered longer than the events are.
    for (const [check, told] of Object.entries(notice.alarms)) {
      if (this.alarms.get(check) === undefined) this.remember(check, told);
    }
  }

  private remember(check: string, { at, isOn }: ToldAlarm): void {
    const onAt = isOn ? at : (this.alarms.get(check)?.onAt ?? at);
    this.alarms.set(check, { isOn, at, onAt, bad: undefined, good: undefined });
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, log } = this.parts;
    while (await clock.sleep(ROUND, this.stopped.signal)) {
      try {
        await this.round();
      } catch (error) {
        log('notify.broken', { error: String(error) });
      }
    }
  }

  /** One look at everything. */
  async round(): Promise<void> {
    const { settings, look } = this.parts;
    const { notify } = settings.now;
    if (notify === null || notify.alarms === false) {
      this.looks.clear();
      this.alarms.clear();
      return;
    }
    const found = worstOf(await look());
    for (const name of new Set([...found.keys(), ...this.looks.keys(), ...this.alarms.keys()])) {
      const looks = [...(this.looks.get(name) ?? []), found.get(name) ?? { level: 0, check: undefined }];
      this.looks.set(name, looks.slice(-LONGEST_LASTING));
      await this.judge(name, (notify.quietMinutes ?? DEFAULT_QUIET) * MINUTE);
    }
  }

  private async judge(name: string, quiet: number): Promise<void> {
    const looks = this.looks.get(name) ?? [];
    const [before, now] = [this.alarms.get(name), looks.at(-1)];
    if (now === undefined) return;
    if (before?.isOn === true) {
      if (highestOf(looks) === 0) await this.note(name, { ...before, isOn: false, good: now.check });
      // What is seen again after a restart may have to be told yet, and may get worse from here on.
      else if (before.bad === undefined && now.level > 0) this.alarms.set(name, { ...before, bad: now });
      else if (before.bad?.level === 1 && lastingLevel(name, looks) === 2) await this.begin(name, now);
    } else if (lastingLevel(name, looks) > 0 && !this.isQuiet(before, quiet)) {
      await this.begin(name, now);
    }
  }

  /** A clock that was set back ends the quiet time. */
  private isQuiet(before: Alarm | undefined, quiet: number): boolean {
    const passed = this.parts.clock.now() - (before?.onAt ?? -Infinity);
    return passed >= 0 && passed < quiet;
  }

  private begin(name: string, bad: Look): Promise<void> {
    return this.note(name, { isOn: true, onAt: this.parts.clock.now(), bad, good: undefined });
  }

  private async note(check: string, alarm: Omit<Alarm, 'at'>): Promise<void> {
    const { ledger, clock, log } = this.parts;
    const { isOn } = alarm;
    const at = clock.now();
    this.alarms.set(check, { ...alarm, at });
    log(isOn ? 'alarm.on' : 'alarm.over', { check });
    // A ledger that cannot be written may be what is to be told: then it is told from memory, after a restart once more.
    await ledger.put({ type: 'event', event: { kind: 'alarm', at, check, isOn } });
  }

  /** The first alarm that differs from what the owner was told. */
  pending(told: Readonly<Record<string, ToldAlarm>>): PendingAlarm | undefined {
    for (const [check, alarm] of this.alarms) {
      const { at, isOn, bad } = alarm;
      const before = told[check];
      if (before?.at === at || (isOn && bad === undefined)) continue;
      return { check, at, isOn, message: this.message(check, alarm, before?.isOn === true) };
    }
    return undefined;
  }

  private message(check: string, alarm: Alarm, isKnown: boolean): OwnerMessage {
    const { name, tin, location, address } = this.parts.settings.now.company;
    const { isOn, at, onAt, bad, good } = alarm;
    const { found, action } = (isOn ? bad?.check : good) ?? { found: null, action: null };
    return {
      id: `alarm-${check}-${at}`,
      type: isOn ? 'alarm.on' : 'alarm.over',
      at,
      text: [`${name}, ${address}`, ...alarmLines(check, alarm, isKnown)].map(oneLine).join('\n'),
      data: {
        check,
        state: isOn ? (bad?.check?.state ?? null) : 'ok',
        found,
        action,
        since: isoWithOffset(onAt),
        company: { name, tin, location },
      },
    };
  }
}

/** The worst check of each name, the first of several that are as bad. */
function worstOf(checks: readonly Check[]): Map<string, Look> {
  const worst = new Map<string, Look>();
  for (const check of checks) {
    const level = LEVELS[check.state];
    if (level > (worst.get(check.name)?.level ?? -1)) worst.set(check.name, { level, check });
  }
  return worst;
}

/** How bad it has been for long enough. */
function lastingLevel(name: string, looks: readonly Look[]): Level {
  const lowest = (count: number): number =>
    looks.length < count ? 0 : Math.min(...looks.slice(-count).map(({ level }) => level));
  if (lowest(LASTING) === 2) return 2;
  const lasting = WARNINGS.get(name);
  return lasting !== undefined && lowest(lasting) > 0 ? 1 : 0;
}

/** Nothing is over at the first look after a start. */
function highestOf(looks: readonly Look[]): number {
  return looks.length < LASTING ? LEVELS.failure : Math.max(...looks.slice(-LASTING).map(({ level }) => level));
}

function alarmLines(name: string, { isOn, onAt, bad, good }: Alarm, isKnown: boolean): string[] {
  const found = bad?.check?.found.sr ?? ALARM_TEXTS.nameless(name);
  if (!isOn) return [isKnown ? ALARM_TEXTS.over(good?.found.sr ?? found) : ALARM_TEXTS.was(onAt, found)];
  const action = bad?.check?.action?.sr;
  return [
    ALARM_TEXTS.on(bad?.level === LEVELS.failure, found),
    ...(action == null ? [] : [ALARM_TEXTS.action(action)]),
  ];
}
