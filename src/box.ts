import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { KeyRing } from './access/keys.js';
import type { AdminParts } from './admin/operations.js';
import { ControlServer, unreachable } from './admin/socket.js';
import { createApp } from './api/app.js';
import { Mailing } from './api/mailing.js';
import { Guests } from './api/guests.js';
import { ApiServer, type ListenAddress } from './api/server.js';
import { backupInChild } from './backup/child.js';
import { CODE_FILE } from './backup/code.js';
import { Look } from './backup/look.js';
import { Rolling } from './backup/rolling.js';
import { isUnfinished } from './backup/restore.js';
import { type Clock, systemClock } from './base/clock.js';
import { nodeDisk } from './base/disk-node.js';
import type { Disk } from './base/disk.js';
import type { Environment, UtcMs } from './base/fiscal.js';
import { type FolderLock, lockFolder } from './base/lock.js';
import type { Log } from './base/log.js';
import { failed, ok, type Result } from './base/result.js';
import { localTime } from './base/time.js';
import { BUILD_TIME, VERSION } from './base/version.js';
import { Catalogue } from './catalogue/items.js';
import { type SmtpMailerOptions, SmtpMailer } from './delivery/mailer.js';
import type { HealthParts } from './health/checks.js';
import { Till } from './invoicing/till.js';
import { Ledger } from './ledger/ledger.js';
import { LOG_FOLDER } from './ledger/open.js';
import type { LedgerOptions } from './ledger/options.js';
import { Wear } from './ledger/wear.js';
import { loadSql } from './ledger/views/sql.js';
import { CertificateStore } from './pfr/certificate/store.js';
import { Processors } from './pfr/processors.js';
import { Watch } from './pfr/watch.js';
import type { Printing } from './printing/printing.js';
import type { Spooler } from './printing/spooler.js';
import { type Drivers, nativeDrivers } from './printing/transport/drivers.js';
import { Documents } from './receipt/documents.js';
import { spoolerOf } from './receipt/spooling.js';
import { Settings } from './settings/settings.js';
import { boxAddresses } from './tls/names.js';
import { needsRenewal, openTls, type Tls } from './tls/open.js';

export interface BoxOptions {
  /** The data folder; made when it is not there. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => UtcMs;
  /** How time passes, where it is not the usual. */
  readonly passing?: Omit<Clock, 'now'>;
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
}

/** Backups that nobody can open are none. */
const NO_CODE = 'backup: nobody has the code yet that opens backups. Make it and write it down: kasirbox backup code';

/** How often the certificate and the notes of key use are looked at, ms. */
const ROUND = 60_000;

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
    const clock: Clock = { ...systemClock, ...options.passing, now };
    const tlsOf = (environment: Environment) => certificates.tlsOf(environment);
    const processors = new Processors({ ledger, settings, clock, log, tlsOf });
    const pfrOf = (environment: Environment) => processors.of(environment);
    const spooler = spoolerOf({ ledger, settings, clock, log, drivers: options.drivers ?? nativeDrivers(log) });
    const till = new Till({ ledger, settings, pfrOf, paper: spooler, clock, log });
    const catalogue = new Catalogue(ledger, () => processors.active.taxLabels());
    const core = { ...options, clock };
    return ok(
      new BoxCore(core, lock, ledger, settings, keys, processors, catalogue, certificates, till, spooler, wear),
    );
  }

  /** What commands and the API ask of the printers. */
  get printing(): Printing {
    return this.options.printing ?? this.spooler;
  }

  /** What the checks look at; the end of its certificate and failed backups only where a service runs. */
  health(
    certificate: HealthParts['certificate'] = () => undefined,
    backup: HealthParts['backup'] = () => undefined,
  ): HealthParts {
    const { disk, folder, now } = this.options;
    return {
      disk,
      folder,
      now,
      certificate,
      backup,
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

/** A running box: the parts with their faces, started in order and stopped in the reverse one. */
export class Box {
  private round: NodeJS.Timeout | undefined;
  private port = 0;
  private server: ApiServer | undefined;
  private control: ControlServer | undefined;
  private documents: Documents | undefined;
  private mailing: Mailing | undefined;
  private readonly watch: Watch;
  private readonly rolling: Rolling;

  private constructor(
    private readonly core: BoxCore,
    private readonly listen: ListenAddress,
    private tls: Tls,
  ) {
    const { clock, log, folder } = core.options;
    const { ledger, settings } = core;
    const shelf = new Look({ folder, boxId: ledger.boxId.toString('hex') });
    this.rolling = new Rolling({
      ...{ ledger, clock, log, setting: () => settings.now.backup },
      look: (at, signal) => shelf.at(at, signal),
      write: (setting, signal) => backupInChild(folder, setting, signal),
    });
    this.watch = new Watch({ current: () => core.processors.active, clock, log });
  }

  /**
   * Starts serving, and takes the core over: where the start fails, by an error or an exception, nothing listens any
   * more and the core is closed. The error is an English sentence for the operator.
   */
  static async start(core: BoxCore, listen: ListenAddress): Promise<Result<Box, string>> {
    let box: Box | undefined;
    let isUp = false;
    try {
      const { disk, folder, now } = core.options;
      const tooLong = unreachable(folder);
      if (tooLong !== undefined) return failed(tooLong);
      const tls = await openTls({ ...surroundings(now()), disk, folder: tlsFolder(core) });
      if (!tls.ok) return failed(tls.error.message);
      box = new Box(core, listen, tls.value);
      const served = await box.serve();
      isUp = served.ok;
      return served.ok ? ok(box) : served;
    } finally {
      if (!isUp) await (box?.close() ?? core.close());
    }
  }

  private async serve(): Promise<Result<void, string>> {
    const { core, listen } = this;
    const { ledger, settings, keys, processors, catalogue, certificates, till, printing, options } = core;
    const { now, log } = options;
    this.tellTls();
    processors.useOrigin(() => this.origin());
    const health = core.health(
      () => ({ server: this.tls.server.notAfter, authority: this.tls.caNotAfter }),
      () => this.rolling.report,
    );
    const documents = new Documents({
      disk: options.disk,
      folder: join(options.folder, 'documents'),
      version: VERSION,
      log,
    });
    this.documents = documents;
    const { monotonic } = options.clock;
    this.mailing = new Mailing({
      ledger,
      settings,
      now,
      monotonic,
      log,
      mailer: new SmtpMailer(options.mail),
      async pdfOf(invoice) {
        const drawn = await documents.pdf(invoice, 'a4');
        return drawn.ok ? drawn.value : undefined;
      },
    });
    const guests = new Guests();
    const app = createApp(guests, {
      ledger,
      settings,
      keys,
      health,
      now,
      log,
      catalogue,
      till,
      printing,
      documents,
      publicUrl: () => this.origin(),
      monotonic,
      mailing: this.mailing,
    });
    const parts: AdminParts = { ledger, keys, settings, catalogue, certificates, processors, till, printing, health };
    this.control = new ControlServer(options.folder, parts);
    await this.control.listen();
    this.server = new ApiServer(app, this.tls.server, guests);
    try {
      this.port = await this.server.listen(listen);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
      return failed(`Cannot listen on ${listen.host}:${listen.port} (${code}). Is another program using it?`);
    }
    await core.spooler.start();
    till.settling.start();
    this.watch.start();
    this.rolling.start();
    this.round = setInterval(() => void this.lookRound(), ROUND).unref();
    if (now() < Math.max(BUILD_TIME, ledger.lastTimeAtStart)) log('clock.behind', { time: localTime(now()) });
    log('box.started', { version: VERSION, address: this.origin(), host: listen.host, port: this.port });
    return ok(undefined);
  }

  /** Origin under which clients reach this box. */
  origin(): string {
    const { publicUrl } = this.core.settings.now;
    if (publicUrl !== null) return publicUrl;
    const local = /^(localhost|127\.|::1$)/.test(this.listen.host);
    const name = local ? 'localhost' : `${hostname().replace(/\..*/, '').toLowerCase()}.local`;
    return `https://${name}${this.port === 443 ? '' : `:${this.port}`}`;
  }

  private async lookRound(): Promise<void> {
    await this.core.keys.noteUse();
    const { now, disk, log } = this.core.options;
    const around = surroundings(now());
    if (needsRenewal(this.tls, around) === null) return;
    const renewed = await openTls({ ...around, disk, folder: tlsFolder(this.core) });
    if (!renewed.ok) {
      log('tls.failed', { code: renewed.error.code });
      return;
    }
    this.tls = renewed.value;
    this.server?.renew(this.tls.server);
    this.tellTls();
  }

  private tellTls(): void {
    const { issued, names, leftOut, server } = this.tls;
    if (issued === null) return;
    const until = localTime(server.notAfter);
    this.core.options.log('tls.issued', { reason: issued, until, names: names.join(' '), leftOut: leftOut.join(' ') });
  }

  /** No new requests; running ones finish; everything is on disk when this resolves. */
  async stop(): Promise<void> {
    this.core.options.log('box.stopping');
    await this.close();
    this.core.options.log('box.stopped');
  }

  private async close(): Promise<void> {
    clearInterval(this.round);
    // A letter that is under way is a request that runs: both are waited for together, within the promised time.
    const { till, processors, spooler } = this.core;
    const settled = till.settling.stop();
    // A slip under way may come to its end; papers of what is issued from now on wait for the next start.
    const printed = spooler.stop();
    await Promise.all([this.mailing?.stop(), this.server?.stop(), this.watch.stop(), this.rolling.stop()]);
    // What a processor has not answered by now is looked up by the next start.
    processors.stop();
    await Promise.all([settled, printed]);
    await this.control?.stop();
    await this.documents?.stop();
    await this.core.close();
  }
}

function tlsFolder(core: BoxCore): string {
  return join(core.options.folder, 'tls');
}

function surroundings(now: UtcMs) {
  return { now, buildTime: BUILD_TIME, hostName: hostname(), addresses: boxAddresses() };
}
