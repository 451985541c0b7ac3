import { isBehind } from '../base/clockTrust.js';
import type { UtcMs } from '../base/fiscal.js';
import { never } from '../base/result.js';
import { localTime } from '../base/time.js';
import { BUILD_TIME } from '../base/version.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Check, HealthParts } from './checks.js';
import { CLOCK_TEXTS } from './texts/clock.js';
import { good, warning } from './verdicts.js';

interface Parts extends Pick<HealthParts, 'clockTrust' | 'now'> {
  readonly ledger: Pick<Ledger, 'lastTimeAtStart'>;
}

/** What vouches for the clock. Never a failure: the box sells by any clock, and orders receipts without one. */
export function checkClock({ clockTrust, ledger, now }: Parts): Check[] {
  const [trust, time] = [clockTrust(), localTime(now())];
  const known = { buildTime: BUILD_TIME, lastRecord: ledger.lastTimeAtStart };
  const proof = `${trust}; shows ${time}; built ${told(BUILD_TIME)}, last record at the start ${told(known.lastRecord)}`;
  if (trust !== 'network' && isBehind(now(), known)) {
    return [warning('clock', CLOCK_TEXTS.behind(time), CLOCK_TEXTS.set(), proof)];
  }
  switch (trust) {
    case 'network':
      return [good('clock', CLOCK_TEXTS.network(time), proof)];
    case 'rtc':
      return [good('clock', CLOCK_TEXTS.rtc(time), proof)];
    case 'guess':
      return [warning('clock', CLOCK_TEXTS.guess(time), CLOCK_TEXTS.set(), proof)];
    default:
      return never(trust);
  }
}

/** 0 stands for what is not known. */
function told(time: UtcMs): string {
  return time === 0 ? 'unknown' : localTime(time);
}
