import { join } from 'node:path';
import type { RequestListener } from 'node:http';
import { hostname } from 'node:os';
import { shownCode } from '../../shop/access/index.js';
import { ControlServer, unreachable } from '../../interfaces/admin/index.js';
import { eventResponse, isOfEnvironment } from '../../interfaces/api/index.js';
import { backupInChild, clearRestored, FolderProbe, isRestored, RollingBackup } from '../../outward/backup/index.js';
import { failed, ok, type Result, VERSION, defineMessages, type Message } from '../../base/index.js';
import { ownAccessPoint, ownRescueCode } from '../board/index.js';
import { CursorStore, Webhooks } from '../../outward/delivery/index.js';
import { CheckCache, EventLoopMonitor, OwnerNotifications, runChecks, Tickets } from '../../interfaces/health/index.js';
import { ConnectionLimiter, HttpsServer, type ListenAddress, RepeatedEvents } from '../../platform/http/index.js';
import { StatusPoller } from '../../processors/pfr/index.js';
import { NO_TIN } from '../../shop/settings/index.js';
import { boxAddresses, originsOf } from '../../platform/tls/index.js';
import { adminDepsOf, ownAuthority, renewAuthorityOf } from './admin.js';
import { appOf, documentsOf, mailingOf } from './app.js';
import { healthPartsOf } from './health.js';
import { FirstBoot, FirstTicket } from './firstStart.js';
import { Helper, housekeeping, Lifecycle, type Part, starting, streamingOf, updatesOf } from './serviceParts.js';
import type { Box } from './open.js';
import { ServerCertificate } from './serverCertificate.js';

const MESSAGES = defineMessages('listen', {
  portTaken: {
    en: 'Cannot listen on {place}: another program uses this port. Find it (ss -ltnp) and stop it, or choose another port: --listen HOST:PORT',
    sr: 'Не може да се слуша на {place}: тај порт користи други програм. Погледајте који (ss -ltnp) и зауставите га, или изаберите други порт: --listen HOST:PORT',
  },
  portForbidden: {
    en: 'Cannot listen on {place}: this user may not use this port. Choose a port of 1024 or higher: --listen HOST:PORT',
    sr: 'Не може да се слуша на {place}: овај корисник не сме да користи тај порт. Изаберите порт од 1024 навише: --listen HOST:PORT',
  },
  cannotListen: {
    en: 'Cannot listen on {place} ({code}). Choose an address of this machine (ip address): --listen HOST:PORT',
    sr: 'Не може да се слуша на {place} ({code}). Изаберите адресу ове машине (ip address): --listen HOST:PORT',
  },
});

/** A running service of a box. */
export class BoxService {
  private constructor(
    private readonly box: Box,
    private readonly lifecycle: Lifecycle,
    /** Origin at which clients reach this box. */
    readonly origin: () => string,
  ) {}

  /**
   * Starts serving, and takes ownership of the box. If the start fails with an error or an exception, nothing listens
   * and the box is closed. `restart` ends the service if a service manager will start it again.
   */
  static async start(box: Box, listen: ListenAddress, restart?: () => void): Promise<Result<BoxService, Message>> {
    const address = new Address(box, listen);
    const parts = await openParts(box, address, restart);
    if (!parts.ok) return parts;
    const lifecycle = new Lifecycle(parts.value);
    const started = await lifecycle.start();
    if (!started.ok) return started;
    const origin = address.origin();
    box.log('box.started', { version: VERSION, address: origin, host: listen.host, port: address.port });
    return ok(new BoxService(box, lifecycle, () => address.origin()));
  }

  /** Accepts no new requests and finishes running ones; everything is on disk when this resolves. */
  async stop(): Promise<void> {
    this.box.log('box.stopping');
    await this.lifecycle.stop();
    this.box.log('box.stopped');
  }
}

/** Creates the parts of a service; if that fails, the box is closed. */
async function openParts(box: Box, address: Address, restart?: () => void): Promise<Result<readonly Part[], Message>> {
  let isMade = false;
  try {
    const tooLong = unreachable(box.folder);
    if (tooLong !== undefined) return failed(tooLong);
    const certificate = await ServerCertificate.open(box);
    if (!certificate.ok) return certificate;
    const parts = partsOf(box, address, certificate.value, restart);
    isMade = true;
    return ok(parts);
  } finally {
    if (!isMade) await box.close();
  }
}

/** Where the box listens, and the origins at which clients reach it. */
class Address {
  /** The actual port, once the server listens. */
  port = 0;

  constructor(
    private readonly box: Pick<Box, 'settings'>,
    readonly listen: ListenAddress,
  ) {}

  /** The origin to display: `publicUrl` if set. */
  origin(): string {
    return this.box.settings.now.publicUrl ?? this.own()[0] ?? '';
  }

  /** All origins, the preferred one first. */
  all(): string[] {
    return [...new Set([this.origin(), ...this.own()])];
  }

  private own(): string[] {
    return originsOf({ host: this.listen.host, port: this.port }, hostname(), boxAddresses());
  }
}

/** The parts of a service, in the order of starting. */
function partsOf(box: Box, address: Address, certificate: ServerCertificate, restart?: () => void): readonly Part[] {
  const { ledger, settings, clock, log, folder, processors, invoicing, spooler, safeMode } = box;
  const { clockMonitor, notifier } = box;
  const loop = new EventLoopMonitor();
  const probe = new FolderProbe({ folder, boxId: ledger.boxId.toString('hex') });
  const rollingBackup = new RollingBackup({
    ...{ ledger, clock, log, setting: () => settings.now.backup },
    probe: (target, signal) => probe.run(target, signal),
    write: (setting, signal) => backupInChild(folder, setting, signal),
  });
  const firstBoot = new FirstBoot(box);
  const health = healthPartsOf(box, {
    firstBootRefusal: () => firstBoot.refusal,
    certificate: () => ({ server: certificate.current.server.notAfter, authority: certificate.current.caNotAfter }),
    isAuthorityStrict: () => certificate.current.isCaStrict,
    backup: () => rollingBackup.report,
    notifications: () => notifications.report,
    webhooks: () => webhooks.reports,
    stream: () => streaming.report,
    loopDelay: () => loop.worst,
    update: () => updates.state,
  });
  const checks = new CheckCache(() => runChecks(health), clock.monotonic);
  const updates = updatesOf(box, checks);
  const cursors = new CursorStore({ ledger, clock, log });
  const webhooks = new Webhooks({
    ...{ ledger, settings, cursors, clock, log, isOfEnvironment },
    ...{ describe: eventResponse, slice: invoicing.salePriority.slice, post: box.posting },
  });
  const streaming = streamingOf(box, cursors, checks);
  const notifications = new OwnerNotifications({
    ...{ ledger, settings, cursors, notifier, clock, log },
    runChecks: () => checks.checks(),
  });
  const documents = documentsOf(box);
  const mailing = mailingOf(box, documents);
  const helper = new Helper({
    ...{ settings, log, host: address.listen.host, origins: () => address.all() },
    authority: () => certificate.current.ca,
  });
  const tickets = new Tickets({
    ...{ printing: box.printing, now: clock.now, isTrusted: clock.isTrusted, log },
    runChecks: () => runChecks(health),
    card: health.card,
    refreshProcessor: () => processors.active.refresh(),
    addresses: () => address.all(),
    shop: () => (settings.now.company.tin === NO_TIN ? undefined : settings.now.company.name),
    authority: () => certificate.current,
    helper: () => helper.address,
    accessPoint: () => ownAccessPoint(box.machine.root),
    rescueCode: async () => {
      const code = await ownRescueCode(join(box.machine.root, 'run'));
      return code === undefined ? undefined : shownCode(code);
    },
    claimCode: () => (box.claim.current === undefined ? undefined : shownCode(box.claim.current)),
  });
  const firstTicket = new FirstTicket({
    ...{ root: box.machine.root, clock, log },
    isWanted: () => box.claim.current !== undefined && settings.now.printers.length === 0,
    draw: () => tickets.draw(),
    print: (printer, slip) => spooler.printAt(printer, slip),
  });
  const repeatedEvents = new RepeatedEvents(clock.monotonic, log);
  const connectionLimiter = new ConnectionLimiter(clock.monotonic, repeatedEvents);
  box.keys.onRevoked = (id) => connectionLimiter.revoked(id);
  connectionLimiter.remember(box.keys.addressesInUse());
  const publicUrl = (): string => address.origin();
  const authority = {
    current: async () => ok(ownAuthority(certificate)),
    renew: () => renewAuthorityOf(certificate, (identity) => server.renew(identity)),
  };
  const admin = adminDepsOf(box, {
    ...{ health, authority, updates, ticket: () => tickets.draw() },
    drawReport: (report) => documents.report(report),
    ...(restart !== undefined && { restart }),
  });
  const stopping = new AbortController();
  const app = appOf(box, {
    ...{ documents, mailing, health, connectionLimiter, repeatedEvents, publicUrl, admin },
    stopping: stopping.signal,
  });
  const callback = app.callback();
  const listener: RequestListener = (request, response) => void callback(request, response);
  const identity = certificate.current.server;
  const server = new HttpsServer({ listener, identity, connectionLimiter, events: repeatedEvents, clock });
  const control = new ControlServer(folder, admin);
  const statusPoller = new StatusPoller({ current: () => processors.active, clock, log });
  processors.useOrigin(publicUrl);
  spooler.onPowerUp = (printer) => void tickets.print(printer);
  return [
    { stop: () => box.close() },
    { stop: () => documents.stop() },
    { start: starting(() => control.listen()), stop: () => control.stop() },
    { start: starting(() => firstBoot.take(admin)) },
    // Stops after sales: an operation that waits for a hanging card would keep the control socket open.
    { start: starting(() => box.cards.start()), stop: () => box.cards.stop() },
    queuePart(box),
    { start: starting(() => invoicing.reconciliation.start()), drain: () => invoicing.reconciliation.stop() },
    // Requests without an answer when no request runs any more are looked up after the next start.
    { stop: () => processors.stop() },
    { drain: () => mailing.stop() },
    { start: () => listening(server, address), drain: () => server.stop() },
    { drain: () => stopping.abort() },
    { start: starting(() => helper.follow()), drain: () => helper.stop() },
    // A slip in progress may finish; what is issued from then on is printed after the next start.
    whileNotSafe(box, spooler),
    whileNotSafe(box, firstTicket),
    whileNotSafe(box, notifications),
    whileNotSafe(box, webhooks),
    whileNotSafe(box, box.group),
    whileNotSafe(box, streaming),
    { start: starting(() => statusPoller.start()), drain: () => statusPoller.stop() },
    { start: starting(() => box.scrub.start(invoicing.salePriority.slice)), drain: () => box.scrub.stop() },
    { start: starting(() => rollingBackup.start()), drain: () => rollingBackup.stop() },
    { start: starting(() => loop.start()), stop: () => loop.stop() },
    housekeeping({ clock, keys: box.keys, certificate, useCertificate: (identity) => server.renew(identity) }),
    { start: starting(() => clockMonitor.start()), drain: () => clockMonitor.stop() },
    leavingSafeMode(safeMode),
    { start: starting(() => updates.start()), drain: () => updates.stop() },
  ];
}

async function listening(server: HttpsServer, address: Address): Promise<Result<void, Message>> {
  try {
    address.port = await server.listen(address.listen);
    return ok(undefined);
  } catch (error) {
    const place = `${address.listen.host}:${address.listen.port}`;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    if (code === 'EADDRINUSE') return failed(MESSAGES.portTaken({ place }));
    if (code === 'EACCES') return failed(MESSAGES.portForbidden({ place }));
    return failed(MESSAGES.cannotListen({ place, code }));
  }
}

/**
 * The offline queue. It is not started when it came from a backup and could not be parked, because the old box may have
 * issued its orders.
 */
function queuePart({ invoicing: { queue }, disk, folder }: Box): Part {
  return {
    start: starting(async () => {
      if (await isRestored(disk, folder)) {
        if (!(await queue.parkRestored())) return;
        await clearRestored(disk, folder);
      }
      queue.start();
    }),
    drain: () => queue.stop(),
  };
}

/**
 * In safe mode the part is started only when safe mode ends; print jobs and messages of sales meanwhile wait in the
 * ledger.
 */
export function whileNotSafe(
  { safeMode }: Pick<Box, 'safeMode'>,
  resting: { start: () => unknown; stop: () => unknown },
): Part {
  let isStopping = false;
  let started: Promise<unknown> = Promise.resolve();
  const begin = async (): Promise<void> => {
    if (!isStopping) await resting.start();
  };
  return {
    start: starting(() => {
      if (!safeMode.isOn) return begin();
      safeMode.onLeave(() => void (started = begin()));
      return undefined;
    }),
    async drain() {
      isStopping = true;
      // A start that began when safe mode ended must finish before the stop, otherwise the part would continue to run.
      await started;
      await resting.stop();
    },
  };
}

function leavingSafeMode(safeMode: Box['safeMode']): Part {
  const stopping = new AbortController();
  return {
    start: starting(() => void safeMode.leaveWhenQuiet(stopping.signal)),
    drain: () => stopping.abort(),
  };
}
