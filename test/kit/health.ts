import { silentLog } from '../../src/base/log.js';
import { systemClock } from '../../src/base/clock.js';
import { ok } from '../../src/base/result.js';
import { checkLines, withServiceCheck } from '../../src/programs/cli/doctor.js';
import type { CheckResult } from '../../src/interfaces/health/check.js';
import type { ServiceSeen } from '../../src/interfaces/health/checks/service.js';
import type { HealthDeps } from '../../src/interfaces/health/checks.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import { Wear } from '../../src/platform/ledger/wear.js';
import { Processors } from '../../src/processors/pfr/processors.js';
import { Settings } from '../../src/shop/settings/settings.js';
import type { Disk } from '../../src/base/disk.js';
import { DAY_MS, FOLDER, NOON } from './ledger.js';
import { SETTINGS_KEY } from './settingsKey.js';
import { NO_IDENTITY } from './pfr/noIdentity.js';

/** Data that only a running service can provide, all of it good. */
export const SERVICE: NonNullable<HealthDeps['service']> = {
  certificate: () => ({ server: NOON + 300 * DAY_MS, authority: NOON + 3000 * DAY_MS }),
  isAuthorityStrict: () => true,
  backup: () => undefined,
  notifications: () => undefined,
  webhooks: () => undefined,
  stream: () => undefined,
  loopDelay: () => 0,
};

/** The parts of a box whose ledger and settings a test can change. */
export interface TestHealthDeps extends HealthDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
}

const MEGABYTE = 1_000_000;

/** What the checks see of a box on a memory disk, with a key and the demo's processor, while no service runs on it. */
export function healthDeps(disk: Disk, ledger: Ledger, change: Partial<HealthDeps> = {}): TestHealthDeps {
  const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
  const now = change.now ?? ((): number => NOON);
  const clock = { ...systemClock, now };
  const processors = new Processors({ ledger, settings, clock, log: silentLog, ...NO_IDENTITY });
  return {
    ...{ disk, folder: FOLDER, now, activeKeys: () => 1, keyWrites: () => [], keyUses: () => [], service: undefined },
    card: () => undefined,
    pfr: () => processors.active,
    unresolved: () => [],
    awaited: () => [],
    timeToOutcome: () => undefined,
    gap: () => undefined,
    seller: () => undefined,
    lastMail: () => undefined,
    group: () => [],
    missingFiles: () => [],
    printers: () => [],
    scrub: () => ({ finishedAt: null, records: 0, damage: [] }),
    wear: new Wear(),
    printJobs: () => [],
    clockTrust: () => 'network',
    rtc: 'none',
    certainTime: () => ({ at: now(), by: 'network' }),
    pfrCertificates: { read: () => ok(undefined) },
    process: () => ({ rss: 100 * MEGABYTE, heapUsed: 40 * MEGABYTE, heapLimit: 500 * MEGABYTE, uptime: 60 }),
    board: { isUnderVoltage: async () => null, temperature: async () => null, storage: async () => null },
    ...change,
    ...{ ledger, settings },
  };
}

/** The lines of `kasirbox doctor` in both languages. */
export function doctorLines(
  checks: readonly CheckResult[],
  seen: ServiceSeen = { state: 'runs' },
): { readonly sr: string[]; readonly en: string[] } {
  const before = process.env['LC_ALL'];
  const lines = (language: string): string[] => {
    process.env['LC_ALL'] = language;
    return checkLines(withServiceCheck(checks, seen));
  };
  try {
    return { sr: lines('sr_RS.UTF-8'), en: lines('C.UTF-8') };
  } finally {
    if (before === undefined) delete process.env['LC_ALL'];
    else process.env['LC_ALL'] = before;
  }
}
