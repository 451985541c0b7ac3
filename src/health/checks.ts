import type { RollingReport } from '../backup/rolling.js';
import { type Disk, DiskError } from '../base/disk.js';
import type { UtcMs } from '../base/fiscal.js';
import { localTime } from '../base/time.js';
import { BUILD_TIME } from '../base/version.js';
import type { Words } from '../base/words.js';
import type { Intent } from '../ledger/intent.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Damage } from '../ledger/recover.js';
import type { Wear } from '../ledger/wear.js';
import type { CertificateStore } from '../pfr/certificate/store.js';
import type { Pfr } from '../pfr/port.js';
import type { JobView, PrinterView } from '../printing/printing.js';
import type { Settings } from '../settings/settings.js';
import { checkBackup } from './backup.js';
import { checkFlash } from './flash.js';
import { checkPrinters } from './printers.js';
import { checkPfrCertificate } from './pfrCertificate.js';
import { TEXTS } from './texts.js';

/** One thing that was looked at. `failure` means that no receipt can be issued before it is mended. */
export interface Check {
  readonly name:
    | 'ledger'
    | 'disk'
    | 'flash'
    | 'clock'
    | 'pfr'
    | 'settling'
    | 'numbers'
    | 'labels'
    | 'company'
    | 'keys'
    | 'certificate'
    | 'pfr-certificate'
    | 'printer'
    | 'paper'
    | 'backup';
  readonly state: 'ok' | 'warning' | 'failure';
  readonly found: Words;
  /** What to do; null when all is well. */
  readonly action: Words | null;
}

export interface HealthParts {
  readonly disk: Disk;
  readonly folder: string;
  readonly ledger: Ledger;
  /** What went to the flash since the start. */
  readonly wear: Wear;
  readonly settings: Settings;
  readonly activeKeys: () => number;
  readonly pfr: () => Pfr;
  /** Receipts of the active environment that were sent and whose end is not known, oldest first. */
  readonly unsettled: () => readonly { readonly intent: Intent; readonly state: 'asking' | 'doubt' }[];
  /** TIN for which the processor signs, as its last receipt said; undefined while there is none. */
  readonly seller: () => string | undefined;
  /** Numbers of the card that are missing in the ledger; undefined when none are. */
  readonly gap: () => { readonly jid: string; readonly before: number; readonly after: number } | undefined;
  readonly printers: () => readonly PrinterView[];
  /** Print jobs that are remembered, newest first. */
  readonly printJobs: () => readonly JobView[];
  /** The certificate for the V-PFR of an environment, see `CertificateStore`. */
  readonly processorCertificate: CertificateStore['read'];
  /** Ends of the server certificate and of its authority, UTC ms; undefined while the service does not run. */
  readonly certificate: () => { readonly server: UtcMs; readonly authority: UtcMs } | undefined;
  /** What the service knows of its rolling backups. */
  readonly backup: () => RollingReport | undefined;
  readonly now: () => UtcMs;
}

const MEGABYTE = 1_000_000;
/** Less free space than this is worth a warning, bytes. */
const LOW_SPACE = 256 * MEGABYTE;
/** Less than this cannot take the next piece of the log, bytes. */
const NO_SPACE = MEGABYTE;
/** A clock that is this far behind the newest record is wrong, ms. */
const CLOCK_TOLERANCE = 10 * 60 * 1000;
/** An authority that ends sooner than this must be renewed by hand, ms. */
const AUTHORITY_NOTICE = 180 * 24 * 60 * 60 * 1000;
/** A server certificate renews itself a month before its end; one that ends sooner than this has failed to, ms. */
const SERVER_NOTICE = 7 * 24 * 60 * 60 * 1000;

/** Looks at the box; the order is the order in which to mend. The same for `GET /status` and `kasirbox doctor`. */
export async function examine(parts: HealthParts): Promise<Check[]> {
  const checks = [
    checkLedger(parts),
    await checkDisk(parts),
    ...checkFlash(parts),
    checkClock(parts),
    ...checkProcessor(parts),
    ...checkUnsettled(parts),
    ...checkNumbers(parts),
    ...checkLabels(parts),
    checkCompany(parts),
    checkKeys(parts),
    ...(await checkPrinters(parts)),
    checkBackup(parts),
  ];
  const certificate = checkCertificate(parts);
  return certificate === undefined ? checks : [...checks, certificate];
}

/** Sentences for the seller on why no receipt can be issued, the first to be mended first. */
export function problemsOf(checks: readonly Check[]): string[] {
  return checks
    .filter(({ state }) => state === 'failure')
    .map(({ found, action }) => `${found.sr} ${action?.sr ?? ''}`.trim());
}

function good(name: Check['name'], found: Words): Check {
  return { name, state: 'ok', found, action: null };
}

function checkLedger({ ledger }: HealthParts): Check {
  const name = 'ledger';
  switch (ledger.failure) {
    case undefined:
    case 'full':
      return good(name, TEXTS.ledgerGood(ledger.end.sequence));
    case 'damaged': {
      const missing = rangesOf(ledger.damage);
      if (ledger.damage.every(({ isLater }) => isLater)) {
        return { name, state: 'failure', found: TEXTS.ledgerLater(missing), action: TEXTS.installLater() };
      }
      return { name, state: 'failure', found: TEXTS.ledgerDamaged(missing), action: TEXTS.callTechnician() };
    }
    case 'broken':
      return { name, state: 'failure', found: TEXTS.ledgerBroken(), action: TEXTS.restart() };
  }
}

/** `3-3, 7-12`: neighbours as one, since reading may meet the records of a lost file one by one. */
function rangesOf(damage: readonly Damage[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const { firstMissing, lastMissing } of [...damage].sort((a, b) => a.firstMissing - b.firstMissing)) {
    const before = ranges[ranges.length - 1];
    if (before !== undefined && firstMissing <= before.last + 1) before.last = Math.max(before.last, lastMissing);
    else ranges.push({ first: firstMissing, last: lastMissing });
  }
  return ranges.map(({ first, last }) => `${first}-${last}`).join(', ');
}

async function checkDisk({ disk, folder, ledger }: HealthParts): Promise<Check> {
  const name = 'disk';
  const free = await freeBytes(disk, folder);
  const megabytes = Math.floor(free / MEGABYTE);
  if (free < NO_SPACE && !ledger.hasRoom) {
    return { name, state: 'failure', found: TEXTS.diskFull(), action: TEXTS.freeDisk() };
  }
  if (free < LOW_SPACE) return { name, state: 'warning', found: TEXTS.diskLow(megabytes), action: TEXTS.freeDisk() };
  return good(name, TEXTS.diskGood(megabytes));
}

async function freeBytes(disk: Disk, folder: string): Promise<number> {
  try {
    return await disk.freeBytes(folder);
  } catch (error) {
    if (error instanceof DiskError) return 0;
    throw error;
  }
}

function checkClock({ ledger, now }: HealthParts): Check {
  const behind = now() < Math.max(BUILD_TIME, ledger.lastTimeAtStart - CLOCK_TOLERANCE);
  if (!behind) return good('clock', TEXTS.clockGood());
  return { name: 'clock', state: 'warning', found: TEXTS.clockBehind(localTime(now())), action: TEXTS.setClock() };
}

/** Without its certificate a V-PFR cannot be asked: then that is all there is to say of it. */
function checkProcessor(parts: HealthParts): Check[] {
  const certificate = checkPfrCertificate(parts);
  return certificate.some(({ state }) => state === 'failure') ? certificate : [...checkPfr(parts), ...certificate];
}

/** One line for each thing that the processor complains about, in the order in which to mend. */
function checkPfr({ pfr }: HealthParts): Check[] {
  const { words, findings } = pfr().status();
  if (findings.length === 0) return [good('pfr', words)];
  return findings.map(({ blocks, found, action }) => {
    return { name: 'pfr', state: blocks ? 'failure' : 'warning', found, action };
  });
}

/** Receipts that were sent and have no known end hold up all others. */
function checkUnsettled({ unsettled, pfr }: HealthParts): Check[] {
  // The demo takes no notice of what a real processor has left open.
  const severity = pfr().mode === 'demo' ? 'warning' : 'failure';
  return unsettled().map(({ intent, state }) => {
    const about = { time: localTime(intent.createdAt), total: intent.draft.total, requestId: intent.requestId };
    return state === 'doubt'
      ? { name: 'settling', state: severity, found: TEXTS.inDoubt(about), action: TEXTS.decide() }
      : { name: 'settling', state: severity, found: TEXTS.unsettled(about), action: TEXTS.waitForSettling() };
  });
}

/** Somebody else uses the card, or it has signed what the box does not know of. */
function checkNumbers({ gap }: HealthParts): Check[] {
  const found = gap();
  if (found === undefined) return [];
  return [{ name: 'numbers', state: 'warning', found: TEXTS.numbersMissing(found), action: TEXTS.lookForNumbers() }];
}

/** Without a label no line can be sold. Those of a real processor are its own, and so is the complaint about them. */
function checkLabels({ pfr }: HealthParts): Check[] {
  const active = pfr().taxLabels();
  if (active.length > 0) return [good('labels', TEXTS.labelsGood(active.map(({ label }) => label).join(', ')))];
  if (pfr().mode !== 'demo') return [];
  return [{ name: 'labels', state: 'failure', found: TEXTS.labelsNone(), action: TEXTS.activateLabel() }];
}

/** A receipt under the demo's name is no harm; only a real processor brings a name of its own. */
function checkCompany({ settings, seller }: HealthParts): Check {
  const { company } = settings.now;
  const signed = seller()?.replace(/\D/g, '');
  if (signed !== undefined && signed !== '' && signed !== company.tin && Number(company.tin) > 0) {
    const found = TEXTS.companyOther(signed, company.tin);
    return { name: 'company', state: 'warning', found, action: TEXTS.changeCard() };
  }
  if (Number(company.tin) > 0) return good('company', TEXTS.companyGood(company.name));
  return { name: 'company', state: 'warning', found: TEXTS.companyUnset(), action: TEXTS.setCompany() };
}

function checkKeys({ activeKeys }: HealthParts): Check {
  const active = activeKeys();
  if (active > 0) return good('keys', TEXTS.keysGood(active));
  return { name: 'keys', state: 'warning', found: TEXTS.keysNone(), action: TEXTS.createKey() };
}

function checkCertificate({ certificate, now }: HealthParts): Check | undefined {
  const ends = certificate();
  if (ends === undefined) return undefined;
  const day = (at: UtcMs): string => localTime(at).slice(0, 10);
  if (ends.authority - now() <= AUTHORITY_NOTICE) {
    const found = TEXTS.certificateEnds(day(ends.authority));
    return { name: 'certificate', state: 'warning', found, action: TEXTS.renewCertificate() };
  }
  if (ends.server - now() <= SERVER_NOTICE) {
    const found = TEXTS.serverCertificateEnds(day(ends.server));
    return { name: 'certificate', state: 'warning', found, action: TEXTS.restartToRenew() };
  }
  return good('certificate', TEXTS.certificateGood(day(ends.server)));
}
