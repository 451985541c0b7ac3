import type { RollingReport } from '../backup/rolling.js';
import type { ClockTrust } from '../base/clockTrust.js';
import type { Disk } from '../base/disk.js';
import type { UtcMs } from '../base/fiscal.js';
import type { Words } from '../base/words.js';
import type { OutboxReport } from '../delivery/notify/outbox.js';
import type { Intent } from '../ledger/intent.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Wear } from '../ledger/wear.js';
import type { CertificateStore } from '../pfr/certificate/store.js';
import type { Pfr } from '../pfr/port.js';
import type { JobView, PrinterView } from '../printing/printing.js';
import type { Settings } from '../settings/settings.js';
import { checkBackup } from './backup.js';
import { type BoardFigures, checkBoard } from './board.js';
import { checkCertificate } from './certificate.js';
import { checkClock } from './clock.js';
import { checkDisk } from './disk.js';
import { checkFlash } from './flash.js';
import { checkLedger, checkSnapshot } from './ledger.js';
import { checkNotify } from './notify.js';
import { checkPrinters } from './printers.js';
import { checkProcess, type ProcessFigures } from './process.js';
import { checkQueue } from './queue.js';
import { checkRestarts } from './restarts.js';
import { checkNumbers, checkProcessor, checkUnsettled } from './processor.js';
import { checkCompany, checkKeys, checkLabels } from './shop.js';

/** What is looked at; `service` by those alone who ask from outside of it. */
export const CHECK_NAMES = [
  'service',
  'ledger',
  'snapshot',
  'disk',
  'flash',
  'clock',
  'pfr',
  'rates',
  'settling',
  'numbers',
  'labels',
  'company',
  'keys',
  'certificate',
  'pfr-certificate',
  'printer',
  'paper',
  'backup',
  'queue',
  'notify',
  'memory',
  'loop',
  'restarts',
  'safe-mode',
  'power',
  'temperature',
] as const;

/** One thing that was looked at. `failure` means that no receipt can be issued before it is mended. */
export interface Check {
  readonly name: (typeof CHECK_NAMES)[number];
  readonly state: 'ok' | 'warning' | 'failure';
  readonly found: Words;
  /** The figures behind it for a technician, such as `last flush 12 ms; limit 30000 ms`: English, short, no secrets. */
  readonly proof: string | null;
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
  /** What the service knows of its messages to the owner. */
  readonly notify: () => OutboxReport | undefined;
  readonly process: () => ProcessFigures;
  /** How long the event loop stood still at worst in the last minutes, ms; undefined while the service does not run. */
  readonly loopDelay: () => number | undefined;
  readonly board: () => Promise<BoardFigures>;
  readonly now: () => UtcMs;
  /** What vouches for `now`. */
  readonly clockTrust: () => ClockTrust;
}

/** Says nothing of what is not there, such as a printer that nobody has set. */
type Look = (parts: HealthParts) => readonly Check[] | Promise<readonly Check[]>;

/** Every check of the box, in the order in which to mend. */
const REGISTRY: readonly Look[] = [
  checkLedger,
  (parts) => checkDisk(parts),
  checkFlash,
  checkRestarts,
  checkClock,
  checkProcessor,
  checkUnsettled,
  checkNumbers,
  checkLabels,
  checkCompany,
  checkKeys,
  checkBoard,
  checkPrinters,
  checkBackup,
  checkQueue,
  checkNotify,
  checkCertificate,
  checkSnapshot,
  checkProcess,
];

/** Looks at the box. The same for all who ask: `GET /status`, `kasirbox doctor`, `/readyz`, `/metrics`. */
export async function examine(parts: HealthParts): Promise<Check[]> {
  const checks: Check[] = [];
  for (const look of REGISTRY) checks.push(...(await look(parts)));
  return checks;
}

const URGENCY: readonly Check['state'][] = ['failure', 'warning', 'ok'];

/** What must be mended first stands first: failures, then warnings, and either in the order in which to mend. */
export function byUrgency<C extends Pick<Check, 'state'>>(checks: readonly C[]): C[] {
  return URGENCY.flatMap((wanted) => checks.filter(({ state }) => state === wanted));
}

/** Sentences for the seller on why no receipt can be issued, the first to be mended first. */
export function problemsOf(checks: readonly Check[]): string[] {
  return checks
    .filter(({ state }) => state === 'failure')
    .map(({ found, action }) => `${found.sr} ${action?.sr ?? ''}`.trim());
}
