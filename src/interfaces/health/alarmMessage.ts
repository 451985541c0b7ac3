import { isoWithOffset, oneLine, receiptTime, type UtcMs } from '../../base/index.js';
import type { OwnerMessage } from '../../outward/delivery/index.js';
import type { SettingValues } from '../../shop/settings/index.js';
import type { CheckResult } from './check.js';

/** An alarm of one check. It is on until the check has been without findings for long enough. */
export interface Alarm {
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
