import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Claim, DailyQuota, KeyRing, readNotedFlash, Tablets, Users } from '../../shop/access/index.js';
import { BACKUP_CODE_FILE, isUnfinished, recordMove } from '../../outward/backup/index.js';
import {
  BUILD_TIME,
  type Clock,
  type Disk,
  failed,
  KEY_LENGTH,
  type FolderLock,
  LOCK_FILE,
  lockFolder,
  type Log,
  nodeDisk,
  ok,
  type Result,
  secureRandom,
  systemClock,
  type UtcMs,
  VERSION,
  defineMessages,
} from '../../base/index.js';
import type { Environment } from '../../contract/index.js';
import { type Cards, type CardsDeps, readStoredPin } from '../../processors/card/index.js';
import { Catalogue } from '../../shop/catalogue/index.js';
import {
  HttpNotifier,
  type PostOptions,
  RememberingMailer,
  SmtpMailer,
  type SmtpMailerOptions,
} from '../../outward/delivery/index.js';
import { type Drivers, nativeDrivers } from '../../platform/devices/index.js';
import { Group } from '../../outward/group/index.js';
import { ClockMonitor, SafeMode } from '../../interfaces/health/index.js';
import { Invoicing } from '../../sales/invoicing/index.js';
import { Ledger, type LedgerOptions, loadSql, LOG_FOLDER, Scrub, Wear } from '../../platform/ledger/index.js';
import { CertificateStore, type ProcessorDeps, Processors } from '../../processors/pfr/index.js';
import { type Printing, type Spooler, createSpooler } from '../../paper/printing/index.js';
import { MEGABYTE, openSettingsKey, Settings, type SettingsKey } from '../../shop/settings/index.js';
import type { RaucOptions, UpdatesDeps } from '../../outward/updates/index.js';
import { cardForPfr, cardsOf, storedPinOf } from './cards.js';

/** Options of opening a box: the folder, and replacements used by tests or tools. */
interface BoxOptions {
  /** The data folder; created when absent. */
  readonly folder: string;
  readonly log: Log;
  /** Wall clock, UTC ms. */
  readonly now: () => UtcMs;
  /** The other clocks; those of Node.js by default. */
  readonly passing?: Omit<Clock, 'now' | 'isTrusted'>;
  /** Root of the machine's files (`/`), and the build time of the program. */
  readonly machine?: { readonly root: string; readonly buildTime: UtcMs };
  readonly disk?: Disk;
  /** Sizes of the ledger's files, and whether it does idle work by itself. */
  readonly filling?: Pick<LedgerOptions, 'sizes' | 'idleWork'>;
  /** Locks the folder against other processes; undefined when it is locked already. A kernel lock by default. */
  readonly lock?: (folder: string) => FolderLock | undefined;
  /** Read-only: nothing is written. If there is no box yet, an empty one is shown, but not created. */
  readonly readOnly?: boolean;
  /** Replaces the spooler. */
  readonly printing?: Printing;
  /** Drivers of USB and serial devices. */
  readonly drivers?: Drivers;
  /** Replaces the card reader backends. */
  readonly readers?: Partial<Pick<CardsDeps, 'usb' | 'pcsc'>>;
  /** Thread that does TLS with the key of a card. */
  readonly tlsThread?: NonNullable<ProcessorDeps['tlsThread']>;
  /** Time limits and trusted certificates for mail servers. */
  readonly mail?: Partial<SmtpMailerOptions>;
  /** Time limits and trusted certificates for servers of messages to the owner, and for webhooks. */
  readonly post?: Partial<PostOptions>;
  /** How updates are installed, and the service manager's runtime folder, whose content lasts until power-off. */
  readonly updates?: Partial<Pick<UpdatesDeps, 'runtime' | 'ca' | 'media'>> & { readonly rauc?: RaucOptions };
}

const MESSAGES = defineMessages('box', {
  noStream: {
    en: "group: prices and settings of a group come from the owner's server. First set the setting stream.",
    sr: 'Цене и подешавања групе стижу преко сервера власника: прво подесите stream.',
  },
  noBackupCode: {
    en: 'backup: there is no backup code yet. Create it and write it down: kasirbox backup code',
    sr: 'Још нико нема код који отвара резервне копије. Направите га и запишите: kasirbox backup code',
    srOnPage: 'Још нико нема код који отвара резервне копије. Прво га направите и запишите.',
    enOnPage: 'There is no backup code yet. Create it and write it down first.',
  },
});

/** The parts of an open box, used by the service, commands and tests. */
export interface Box {
  /** The data folder; this process has it exclusively until {@link close}. */
  readonly folder: string;
  /** Counts writes. */
  readonly disk: Disk;
  readonly wear: Wear;
  readonly log: Log;
  readonly clock: Clock;
  readonly clockMonitor: ClockMonitor;
  /** Root of the machine's files, and the build time of the program. */
  readonly machine: { readonly root: string; readonly buildTime: UtcMs };
  readonly ledger: Ledger;
  /** Reads the whole log from time to time. */
  readonly scrub: Scrub;
  readonly settings: Settings;
  readonly certificates: CertificateStore;
  readonly keys: KeyRing;
  readonly users: Users;
  readonly tablets: Tablets;
  /** Creates the first owner. */
  readonly claim: Claim;
  /** The flash that each key has written today. */
  readonly dailyQuota: DailyQuota;
  readonly processors: Processors;
  /** Reader and smart card of the box. */
  readonly cards: Cards;
  readonly catalogue: Catalogue;
  /** Versions that the owner sets for a group of boxes. */
  readonly group: Group;
  readonly spooler: Spooler;
  /** Printing for the API and commands: the spooler, or a replacement. */
  readonly printing: Printing;
  readonly invoicing: Invoicing;
  readonly safeMode: SafeMode;
  /** Sends messages to the owner. */
  readonly notifier: HttpNotifier;
  /** Time limits and trusted certificates for servers that receive messages and events. */
  readonly posting: BoxOptions['post'];
  /** Sends all e-mail of the box. */
  readonly mailer: RememberingMailer;
  /** How updates are installed, if not by default. */
  readonly updating: BoxOptions['updates'];
  /** Resolves when everything is on disk and the folder is released. */
  readonly close: () => Promise<void>;
}

const NO_LOCK: FolderLock = { release: () => undefined };

/** No backups without a code to open them. */
const NO_STREAM = MESSAGES.noStream;
const NO_CODE = MESSAGES.noBackupCode;

/**
 * Locks the folder and creates the parts of a box from its content. The service, commands and tests all use it. Nothing
 * is started. `locked`: another process has the folder; `unfinished`: a restore into it was interrupted.
 */
export async function openBox(options: BoxOptions): Promise<Result<Box, 'locked' | 'unfinished'>> {
  const { folder, log, readOnly = false, lock: lockOf = lockFolder } = options;
  if (!readOnly) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Read-only use creates nothing, not even the lock file; without that file no other process has the folder.
  const lock = readOnly && !existsSync(join(folder, LOCK_FILE)) ? NO_LOCK : lockOf(folder);
  if (lock === undefined) return failed('locked');
  const wear = new Wear();
  const disk = wear.counting(options.disk ?? nodeDisk);
  if (await isUnfinished(disk, folder)) {
    lock.release();
    return failed('unfinished');
  }
  const ledger = await openLedger(options, disk, readOnly);
  const clock = { ...systemClock, ...options.passing, now: options.now };
  const scrub = await Scrub.open({ disk, folder, ledger, clock, log });
  const certificates = await CertificateStore.open(disk, join(folder, 'pfr'), log);
  // A read-only view of a box that does not exist yet has nothing to decrypt, so a missing key is not an error.
  const stands = !readOnly || existsSync(join(folder, LOG_FOLDER));
  const settingsKey = stands ? await openSettingsKey(disk, folder, !readOnly, log) : ok(secureRandom(KEY_LENGTH));
  const noted = await readNotedFlash(disk, folder);
  const foundPin = await readStoredPin(disk, folder);
  const users = new Users(ledger, options.now, log);
  const claim = await Claim.open(disk, folder, users, readOnly);
  const box = assemble(options, {
    lock,
    wear,
    disk,
    ledger,
    scrub,
    certificates,
    settingsKey,
    noted,
    foundPin,
    users,
    claim,
  });
  if (!readOnly) {
    await box.settings.encryptClear();
    await recordMove(disk, folder, ledger, options.now());
  }
  return ok(box);
}

async function openLedger(options: BoxOptions, disk: Disk, readOnly: boolean): Promise<Ledger> {
  const { folder, now, log, filling } = options;
  return Ledger.open({
    ...filling,
    disk,
    folder,
    now,
    log,
    readOnly,
    sql: await loadSql(),
    version: VERSION,
  });
}

/** The opened content of the folder. */
interface Opened extends Pick<Box, 'wear' | 'disk' | 'ledger' | 'scrub' | 'certificates' | 'users' | 'claim'> {
  readonly lock: FolderLock;
  readonly settingsKey: SettingsKey;
  readonly foundPin: Buffer | null;
  readonly noted: ConstructorParameters<typeof DailyQuota>[0]['noted'];
}

/** Creates each part with its dependencies. */
function assemble(options: BoxOptions, opened: Opened): Box {
  const { lock, wear, disk, ledger, certificates, settingsKey, noted, foundPin, users, claim } = opened;
  const { folder, log, now } = options;
  const machine = { root: '/', buildTime: BUILD_TIME, ...options.machine };
  const settings = openSettings(options, opened);
  const keys = new KeyRing(ledger, now, log);
  const limit = (): number => settings.now.flashBudget * MEGABYTE;
  const dailyQuota = new DailyQuota({ disk, folder, now, log, limit, noted });
  const passing = { ...systemClock, ...options.passing, now };
  const clockMonitor = new ClockMonitor({
    ...{ ...machine, clock: passing, log, lastRecord: ledger.lastTimeAtStart },
    events: () => ledger.main.events,
    record: (event) => ledger.put({ type: 'event', event }),
  });
  const clock: Clock = { ...passing, isTrusted: () => clockMonitor.trust !== 'guess' };
  const tlsOf = (environment: Environment) => certificates.tlsOf(environment);
  const drivers = options.drivers ?? nativeDrivers(log);
  const spooler = createSpooler({ ledger, settings, clock, log, drivers });
  const storedPin = storedPinOf({ disk, folder, log, machine, settings, ledger, settingsKey }, foundPin);
  const cards = cardsOf({ settings, clock, log, machine, drivers, storedPin }, options.readers);
  const processors = new Processors({
    ...{ ledger, settings, clock, log, tlsOf, card: cardForPfr(cards, settings, clock) },
    caOf: (environment) => bundleOf(certificates, environment),
    ...(options.tlsThread !== undefined && { tlsThread: options.tlsThread }),
  });
  const pfrOf = (environment: Environment) => processors.of(environment);
  const catalogue = new Catalogue(ledger, () => processors.active.taxLabels());
  const invoicing = new Invoicing({ ledger, settings, pfrOf, receiptPrinting: spooler, clock, log });
  return {
    ...{ folder, disk, wear, log, clock, clockMonitor, machine },
    ...{
      ledger,
      scrub: opened.scrub,
      settings,
      certificates,
      keys,
      users,
      claim,
      dailyQuota,
      processors,
      cards,
      spooler,
    },
    tablets: new Tablets(ledger, now, log),
    catalogue,
    group: new Group({ ledger, catalogue, settings, clock, log, slice: invoicing.salePriority.slice }),
    printing: options.printing ?? spooler,
    invoicing,
    safeMode: new SafeMode({ ledger, clock, log }),
    notifier: new HttpNotifier(now, options.post),
    posting: options.post,
    mailer: new RememberingMailer(new SmtpMailer(options.mail), now),
    updating: options.updates,
    async close() {
      await cards.stop();
      await storedPin.settled();
      await keys.saveLastUse(true);
      // Closing the ledger may write its views, which is charged to the keys.
      await ledger.close();
      await dailyQuota.close();
      lock.release();
    },
  };
}

function openSettings({ folder, log }: BoxOptions, { ledger, certificates, settingsKey }: Opened): Settings {
  const settings = new Settings(ledger, VERSION, log, settingsKey, () => certificates.installed());
  settings.guard('backup', ({ backup }) =>
    backup === null || existsSync(join(folder, BACKUP_CODE_FILE)) ? undefined : NO_CODE,
  );
  settings.guard('group', ({ group, stream }) => (group === null || stream !== null ? undefined : NO_STREAM));
  return settings;
}

/** An unreadable bundle is ignored, because it could only add trust. */
function bundleOf(certificates: CertificateStore, environment: Environment): string | undefined {
  const bundle = certificates.trustBundle(environment);
  return bundle.ok ? bundle.value : undefined;
}
