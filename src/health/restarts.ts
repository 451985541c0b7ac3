import { localTime } from '../base/time.js';
import type { Check, HealthParts } from './checks.js';
import { good, warning } from './verdicts.js';
import { RESTART_CAUSES, RESTART_TEXTS } from './texts/restarts.js';
import { safeModeOf } from './watchdog/safeMode.js';

const DAY = 24 * 60 * 60 * 1000;

/** How the box fared of late: nothing is said of one that was always stopped as it was asked to. */
export function checkRestarts({ ledger, now }: Pick<HealthParts, 'ledger' | 'now'>): Check[] {
  const { events } = ledger.main;
  const checks: Check[] = [];
  const safe = safeModeOf(events);
  if (safe !== undefined) {
    const found = RESTART_TEXTS.safeMode(localTime(safe.at), safe.reason);
    checks.push(warning('safe-mode', found, RESTART_TEXTS.leaveSafeMode()));
  }
  const last = events.findLast((event) => event.kind === 'restart');
  if (last !== undefined) {
    const { why, action } = RESTART_CAUSES[last.reason];
    const found = RESTART_TEXTS.restarted(localTime(last.at), why);
    // Many shops switch off at the mains each evening.
    const isNews = last.reason !== 'power' && Math.abs(now() - last.at) < DAY;
    checks.push(isNews ? warning('restarts', found, action) : good('restarts', found));
  }
  return checks;
}
