import { isoWithOffset, oneLine, receiptTime, type UtcMs } from '../base/index.js';
import type { OwnerMessage } from '../delivery/index.js';
import type { SettingValues } from '../settings/index.js';
import type { CheckResult } from './check.js';

/** An alarm of one check, which is on until the check has been well for long enough. */
export interface Alarm {
  readonly isOn: boolean;
  /** When it was noticed that it is on, or over. */
  readonly at: UtcMs;
  /** When it last began. */
  readonly onAt: UtcMs;
  /** What raised it; undefined after a restart, until the check is seen to fail again. */
  readonly raisedBy: CheckResult | undefined;
  /** What the check has found since the alarm is over, if anything. */
  readonly endedBy: CheckResult | undefined;
}

/** What the owner is told of an alarm that is on, or over; `isKnown`: has the owner been told that it was on? */
export function alarmMessage(
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

/** They go to the owner, and are in Serbian alone. */
const TEXTS = {
  on: (isFailure: boolean, found: string): string => `${isFailure ? 'КВАР' : 'УПОЗОРЕЊЕ'}: ${found}`,
  action: (action: string): string => `Шта учинити: ${action}`,
  over: (found: string): string => `ПРОШЛО: ${found}`,
  /** The alarm was over before the owner could be told. */
  was: (since: UtcMs, found: string): string => `ПРОШЛО, а почело ${receiptTime(since)}: ${found}`,
  /** Nothing more is known, such as after a restart. */
  nameless: (check: string): string => `провера „${check}”.`,
} as const;
