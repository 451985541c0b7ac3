import { valueWithin } from '../../base/index.js';
import { CHECK_TIMEOUT, runWithin } from './boundedRun.js';
import { type CheckResult, resultsOf } from './check.js';
import { approvalCheck, companyCheck, fiscalCheck } from './checks/approval.js';
import { authorityCheck, certificateCheck } from './checks/certificate.js';
import { backupCheck } from './checks/backup.js';
import { cardCheck } from './checks/card.js';
import { clockCheck } from './checks/clock.js';
import { diskCheck, silentDisk } from './checks/disk.js';
import { firstBootCheck, folderCheck, programCheck } from './checks/start.js';
import { flashBudgetCheck, flashCheck } from './checks/flash.js';
import { groupCheck } from './checks/group.js';
import { keyAddressCheck, keyRefundsCheck, keysCheck } from './checks/keys.js';
import { labelsCheck, ratesCheck } from './checks/rates.js';
import { ledgerCheck, recordsCheck, snapshotCheck } from './checks/ledger.js';
import { loopCheck, memoryCheck } from './checks/memory.js';
import { lostAnswersCheck, numbersCheck, reconciliationCheck } from './checks/lostAnswers.js';
import { mailCheck } from './checks/mail.js';
import { notifyCheck } from './checks/notify.js';
import { paperCheck } from './checks/paper.js';
import { pfrCheck, pfrTestCheck, pfrTransportCheck } from './checks/pfr.js';
import { pfrCertificateCheck } from './checks/pfrCertificate.js';
import { powerCheck, temperatureCheck, wearCheck } from './checks/board.js';
import { printerCheck } from './checks/printer.js';
import { queueCheck } from './checks/queue.js';
import { receiptTimesCheck } from './checks/receiptTimes.js';
import { restartsCheck, safeModeCheck } from './checks/restarts.js';
import { secretsCheck } from './checks/secrets.js';
import { serviceCheck } from './checks/service.js';
import { possibleDuplicatesCheck } from './checks/possibleDuplicates.js';
import { updateCheck } from './checks/update.js';
import { streamCheck } from './checks/stream.js';
import { webhooksCheck } from './checks/webhooks.js';

/**
 * Every check that a box makes of itself, in the order of repair: by {@link CONSEQUENCES}, then as listed here. To add
 * a check, write its file and list it here.
 */
const CHECKS = [
  fiscalCheck,
  ledgerCheck,
  diskCheck,
  wearCheck,
  flashCheck,
  flashBudgetCheck,
  safeModeCheck,
  restartsCheck,
  updateCheck,
  cardCheck,
  pfrCheck,
  pfrCertificateCheck,
  ratesCheck,
  reconciliationCheck,
  possibleDuplicatesCheck,
  lostAnswersCheck,
  numbersCheck,
  pfrTestCheck,
  pfrTransportCheck,
  labelsCheck,
  companyCheck,
  approvalCheck,
  firstBootCheck,
  keysCheck,
  powerCheck,
  temperatureCheck,
  printerCheck,
  paperCheck,
  programCheck,
  certificateCheck,
  authorityCheck,
  backupCheck,
  recordsCheck,
  queueCheck,
  clockCheck,
  receiptTimesCheck,
  keyRefundsCheck,
  keyAddressCheck,
  secretsCheck,
  notifyCheck,
  mailCheck,
  webhooksCheck,
  streamCheck,
  groupCheck,
  snapshotCheck,
  memoryCheck,
  loopCheck,
] as const;

/**
 * Whether the service runs and its folder can be used is only visible from outside: `kasirbox doctor` adds these
 * checks.
 */
export const ALL_CHECKS = [serviceCheck, folderCheck, ...CHECKS] as const;

type CheckName = (typeof ALL_CHECKS)[number]['name'];

/**
 * How many consecutive polls a warning must last before the owner is notified, by check. Checks without an entry do not
 * notify the owner of warnings.
 */
export const ALARM_AFTER_POLLS: ReadonlyMap<string, number> = new Map(
  ALL_CHECKS.flatMap(({ name, alarmAfterPolls }) =>
    alarmAfterPolls === null ? [] : [[name, alarmAfterPolls] as const],
  ),
);

const FOR_TECHNICIANS: ReadonlySet<CheckName> = new Set(
  ALL_CHECKS.flatMap((check) => ('isForTechnician' in check ? [check.name] : [])),
);

/** True for results that concern a shop every day, not only the technician who sets it up. */
export function concernsShop({ name }: CheckResult<CheckName>): boolean {
  return !FOR_TECHNICIANS.has(name);
}

type AllDeps = (typeof CHECKS)[number]['run'] extends (deps: infer Deps) => unknown ? Deps : never;

/** The dependencies of all checks together. Each check documents its own in its file. */
export type HealthDeps = { readonly [Name in keyof AllDeps]: AllDeps[Name] };

/**
 * Runs all checks in parallel, in the same way for `GET /status`, `kasirbox doctor`, `/readyz`, `/metrics` and alarms.
 * It ends within `ms` or little more. A check without an answer by then reports that, and the others their findings.
 */
export async function runChecks(deps: HealthDeps, ms = CHECK_TIMEOUT): Promise<CheckResult<CheckName>[]> {
  const found = await Promise.all(CHECKS.map(async (check) => ({ check, ...(await runWithin(check, deps, ms)) })));
  const results: CheckResult<CheckName>[] = [];
  const inhibited = new Set<CheckName>();
  const late: CheckResult<CheckName>[] = [];
  for (const { check, findings, isFirstMiss } of found) {
    (isFirstMiss ? late : results).push(...resultsOf(check.name, findings));
    if (!findings.some(({ state }) => state === 'failure') || !('inhibits' in check)) continue;
    for (const name of check.inhibits) inhibited.add(name);
  }
  // First misses come last: the box may only be busy, and they must not hide a real fault.
  return [...results, ...late].filter(({ name }) => !inhibited.has(name));
}

/** How long results count as current, ms. */
const MAX_AGE = 2000;
/** Maximum time until a request gets an answer, ms. */
const TIMEOUT = 5000;

/**
 * The current results of the checks, for callers that may ask at any rate. All requests within two seconds share one
 * run of the checks, and no run begins while another is in progress. A run that does not end means that the disk does
 * not answer.
 */
export class CheckCache {
  private latest: Promise<readonly CheckResult[]> | undefined;
  private endedAt = -Infinity;
  private isRunning = false;

  constructor(
    private readonly runChecks: () => Promise<readonly CheckResult[]>,
    private readonly monotonic: () => number,
    private readonly timeout = TIMEOUT,
  ) {}

  checks(): Promise<readonly CheckResult[]> {
    const isFresh = this.isRunning || this.monotonic() - this.endedAt < MAX_AGE;
    if (this.latest === undefined || !isFresh) this.latest = this.run();
    return this.latest;
  }

  private async run(): Promise<readonly CheckResult[]> {
    this.isRunning = true;
    const results = this.runChecks().finally(() => {
      this.isRunning = false;
      this.endedAt = this.monotonic();
    });
    return (await valueWithin(this.timeout, results)) ?? [silentDisk()];
  }
}
