import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { KeyRing } from './access/keys.js';
import { CODE_FILE } from './backup/code.js';
import { isUnfinished } from './backup/restore.js';
import { type Clock, systemClock } from './base/clock.js';
import { nodeDisk } from './base/disk-node.js';
import type { Disk } from './base/disk.js';
import type { Environment, UtcMs } from './base/fiscal.js';
import { type FolderLock, lockFolder } from './base/lock.js';
import type { Log } from './base/log.js';
import { failed, ok, type Result } from './base/result.js';
import { BUILD_TIME, VERSION } from './base/version.js';
import { Catalogue } from './catalogue/items.js';
import type { SmtpMailerOptions } from './delivery/mailer.js';
import { HttpNotifier } from './delivery/notify/notifier.js';
import type { PostOptions } from './delivery/post.js';
import { readBoard } from './health/board.js';
import type { HealthParts } from './health/checks.js';
import { SafeMode } from './health/watchdog/safeMode.js';
import { processFigures } from './health/process.js';
import { ClockWatch } from './health/clockWatch.js';
import { Till } from './invoicing/till.js';
import { Ledger } from './ledger/ledger.js';
import { LOG_FOLDER } from './ledger/open.js';
import type { LedgerOptions } from './ledger/options.js';
import { Wear } from './ledger/wear.js';
import { loadSql } from './ledger/views/sql.js';
import { CertificateStore } from './pfr/certificate/store.js';
import { Processors } from './pfr/processors.js';
import type { Printing } from './printing/printing.js';
import type { Spooler } from './printing/spooler.js';
import { type Drivers, nativeDrivers } from './printing/transport/drivers.js';
import { spoolerOf } from './receipt/spooling.js';
import { Settings } from './settings/settings.js';

export interface BoxOptions {
  /** The data folder; made when it is not there. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => UtcMs;
  /** How time passes, where it is not the usual. */
  readonly passing?: Omit<Clock, 'now' | 'isTrusted'>;
  /** Where the machine tells of its clock and its board, and when the program was built, where they are not the usual. */
  readonly machine?: { readonly root: string; readonly buildTime: UtcMs };
  readonly disk?: Disk;
  /** How the ledger fills its files, and whether it does idle work by itself, where it is not the usual. */
  readonly filling?: Pick<LedgerOptions, 'sizes' | 'tending'>;
  /** What keeps other processes out of the folder, where it is not the kernel. */
  readonly lock?: typeof lockFolder;
  /** Only look: nothing is written to the log of a box that stands. One that does not stand yet is made all the same. */
  readonly readOnly?: boolean;
  /** What answers for the printers, where it is not the box itself. */
  readonly printing?: Printing;
  /** What speaks to devices, where it is not the usual. */
  readonly drivers?: Drivers;
  /** How mail servers are waited for and trusted, where it is not the usual. */
  readonly mail?: Partial<SmtpMailerOptions>;
  /** How the servers that take messages to the owner are waited for and trusted, where it is not the usual. */
  readonly post?: Partial<PostOptions>;
}

/** Backups that nobody can open are none. */
const NO_CODE = 'backup: nobody has the code yet that opens backups. Make it and write it down: kasirbox backup code';

/** The parts of a box without its faces: what a command works on when no service runs. */
export class BoxCore {
  private constructor(
    readonly options: BoxOptions & { readonly disk: Disk; readonly clock: Clock },
    private readonly lock: FolderLock,
    readonly ledger: Ledger,
    readonly settings: Settings,
    readonly keys: KeyRing,
    readonly processors: Processors,
    readonly catalogue: Catalogue,
    readonly certificates: CertificateStore,
    readonly till: Till,
    readonly spooler: Spooler,
    readonly safeMode: SafeMode,
    readonly clockWatch: ClockWatch,
    private readonly wear: Wear,
  ) {}

  /**
   * Locks the folder and opens what is in it. `locked`: another process has it; `unfinished`: a restore into it was cut
   * short.
   */
  static async open(given: BoxOptions): Promise<Result<BoxCore, 'locked' | 'unfinished'>> {
    const wear = new Wear();
    const options = { ...given, disk: wear.counting(given.disk ?? nodeDisk) };
    const { folder, disk, now, log, filling, lock: keepOut = lockFolder } = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = keepOut(folder);
    if (lock === undefined) return failed('locked');
    if (await isUnfinished(disk, folder)) {
      lock.release();
      return failed('unfinished');
    }
    const readOnly = options.readOnly === true && existsSync(join(folder, LOG_FOLDER));
    const sql = await loadSql();
    const ledger = await Ledger.open({ ...filling, disk, folder, now, log, readOnly, sql, version: VERSION });
    const certificates = await CertificateStore.open(disk, join(folder, 'pfr'), log);
    const settings = new Settings(ledger, VERSION, log, () => certificates.facts());
    settings.guard('backup', ({ backup }) =>
      backup === null || existsSync(join(folder, CODE_FILE)) ? undefined : NO_CODE,
    );
    const keys = new KeyRing(ledger, now, log);
    const passing = { ...systemClock, ...options.passing, now };
    const clockWatch = new ClockWatch({
      ...{ root: '/', buildTime: BUILD_TIME, ...options.machine },
      ...{ clock: passing, log, lastRecord: ledger.lastTimeAtStart },
      record: (event) => ledger.put({ type: 'event', event }),
    });
    const clock: Clock = { ...passing, isTrusted: () => clockWatch.trust !== 'guess' };
    const tlsOf = (environment: Environment) => certificates.tlsOf(environment);
    const processors = new Processors({ ledger, settings, clock, log, tlsOf });
    const pfrOf = (environment: Environment) => processors.of(environment);
    const spooler = spoolerOf({ ledger, settings, clock, log, drivers: options.drivers ?? nativeDrivers(log) });
    const till = new Till({ ledger, settings, pfrOf, paper: spooler, clock, log });
    const catalogue = new Catalogue(ledger, () => processors.active.taxLabels());
    const safeMode = new SafeMode({ ledger, clock, log });
    const core = { ...options, clock };
    const sold = [ledger, settings, keys, processors, catalogue, certificates, till, spooler] as const;
    return ok(new BoxCore(core, lock, ...sold, safeMode, clockWatch, wear));
  }

  /** What takes messages to the owner. */
  get notifier(): HttpNotifier {
    return new HttpNotifier(this.options.now, this.options.post);
  }

  /** What commands and the API ask of the printers. */
  get printing(): Printing {
    return this.options.printing ?? this.spooler;
  }

  /** What the checks look at; `service`: what only a service that runs can tell. */
  health(service: Partial<Pick<HealthParts, 'certificate' | 'backup' | 'notify' | 'loopDelay'>> = {}): HealthParts {
    const { disk, folder, now, machine } = this.options;
    return {
      disk,
      folder,
      now,
      certificate: () => undefined,
      backup: () => undefined,
      notify: () => undefined,
      loopDelay: () => undefined,
      ...service,
      process: processFigures,
      board: () => readBoard(join(machine?.root ?? '/', 'sys')),
      clockTrust: () => this.clockWatch.trust,
      wear: this.wear,
      ledger: this.ledger,
      settings: this.settings,
      activeKeys: () => this.keys.list().filter(({ revokedAt }) => revokedAt === null).length,
      pfr: () => this.processors.active,
      unsettled: () => this.till.settling.unsettled(this.settings.now.environment),
      seller: () => this.till.settling.numbers.seller(this.settings.now.environment),
      gap: () => this.till.settling.numbers.gap(this.settings.now.environment),
      printers: () => this.printing.printers(),
      printJobs: () => this.printing.jobs(),
      processorCertificate: (environment) => this.certificates.read(environment),
    };
  }

  async close(): Promise<void> {
    await this.keys.noteUse(true);
    await this.ledger.close();
    this.lock.release();
  }
}
