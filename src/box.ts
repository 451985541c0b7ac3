import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AdminParts } from './admin/operations.js';
import { ControlServer, unreachable } from './admin/socket.js';
import { createApp } from './api/app.js';
import { Mailing } from './api/mailing.js';
import { Guests } from './api/guests.js';
import { ApiServer, type ListenAddress } from './api/server.js';
import { backupInChild } from './backup/child.js';
import { Look } from './backup/look.js';
import { forgetRestored, isRestored } from './backup/restore.js';
import { Rolling } from './backup/rolling.js';
import { failed, ok, type Result } from './base/result.js';
import { localTime } from './base/time.js';
import { BUILD_TIME, VERSION } from './base/version.js';
import { SmtpMailer } from './delivery/mailer.js';
import { Glance } from './health/glance.js';
import { LoopMeter } from './health/loop.js';
import { Telling } from './health/telling.js';
import { Tickets } from './health/ticket.js';
import { Watch } from './pfr/watch.js';
import type { Slip } from './printing/slip.js';
import { Documents } from './receipt/documents.js';
import { boxAddresses, originsOf } from './tls/names.js';
import { needsRenewal, openTls, type Surroundings, type Tls } from './tls/open.js';
import type { BoxCore } from './core.js';

/** How often the certificate and the notes of key use are looked at, ms. */
const ROUND = 60_000;

/** A running box: the parts with their faces, started in order and stopped in the reverse one. */
export class Box {
  private round: NodeJS.Timeout | undefined;
  private port = 0;
  private server: ApiServer | undefined;
  private control: ControlServer | undefined;
  private documents: Documents | undefined;
  private mailing: Mailing | undefined;
  private telling: Telling | undefined;
  private readonly watch: Watch;
  private readonly rolling: Rolling;
  private readonly stopping = new AbortController();
  private readonly loop = new LoopMeter();

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
      const { disk, folder } = core.options;
      const tooLong = unreachable(folder);
      if (tooLong !== undefined) return failed(tooLong);
      const tls = await openTls({ ...surroundings(core), disk, folder: tlsFolder(core) });
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
    const { ledger, settings, keys, processors, catalogue, certificates, till, printing, safeMode, options } = core;
    const { now, log } = options;
    this.tellTls();
    processors.useOrigin(() => this.origin());
    const health = core.health({
      certificate: () => ({ server: this.tls.server.notAfter, authority: this.tls.caNotAfter }),
      backup: () => this.rolling.report,
      notify: () => this.telling?.report,
      loopDelay: () => this.loop.worst,
    });
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
      isResting: () => safeMode.isOn,
      async pdfOf(invoice) {
        const drawn = await documents.pdf(invoice, 'a4');
        return drawn.ok ? drawn.value : undefined;
      },
    });
    const { notifier } = core;
    const { clock } = options;
    const glance = new Glance(health, monotonic);
    this.telling = new Telling({ ledger, settings, notifier, clock, log, look: () => glance.checks() });
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
    const tickets = new Tickets({
      ...{ health, printing, log },
      askProcessor: () => processors.active.refresh(),
      addresses: () => [...new Set([this.origin(), ...this.origins()])],
      authority: () => this.tls,
    });
    const ticket = (): Promise<Slip> => tickets.draw();
    const parts: AdminParts = {
      ...{
        ledger,
        keys,
        settings,
        catalogue,
        certificates,
        processors,
        till,
        printing,
        health,
        ticket,
        safeMode,
        notifier,
      },
    };
    this.control = new ControlServer(options.folder, parts);
    await this.control.listen();
    const mayDrain = await this.parkRestored();
    this.server = new ApiServer(app, this.tls.server, guests);
    try {
      this.port = await this.server.listen(listen);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
      return failed(`Cannot listen on ${listen.host}:${listen.port} (${code}). Is another program using it?`);
    }
    core.spooler.onPowerUp = (printer) => void tickets.give(printer);
    await this.startDelivery();
    void safeMode.leaveWhenQuiet(this.stopping.signal);
    till.settling.start();
    if (mayDrain) till.queue.start();
    this.watch.start();
    this.rolling.start();
    this.loop.start();
    this.round = setInterval(() => void this.lookRound(), ROUND).unref();
    core.clockWatch.start();
    log('box.started', { version: VERSION, address: this.origin(), host: listen.host, port: this.port });
    return ok(undefined);
  }

  /** Is it known of what waits in the queue that no other box has issued it? */
  private async parkRestored(): Promise<boolean> {
    const { till, options } = this.core;
    if (!(await isRestored(options.disk, options.folder))) return true;
    if (!(await till.queue.parkRestored())) return false;
    await forgetRestored(options.disk, options.folder);
    return true;
  }

  /** In safe mode once that is left: papers of what is sold meanwhile, and messages, wait in the ledger. */
  private async startDelivery(): Promise<void> {
    const { safeMode, spooler } = this.core;
    const start = (): Promise<void> => {
      this.telling?.start();
      return spooler.start();
    };
    if (!safeMode.isOn) return start();
    safeMode.onLeave(() => {
      if (!this.stopping.signal.aborted) void start();
    });
  }

  /** Origin under which clients reach this box. */
  origin(): string {
    const { publicUrl } = this.core.settings.now;
    if (publicUrl !== null) return publicUrl;
    return this.origins()[0] ?? '';
  }

  private origins(): string[] {
    return originsOf({ host: this.listen.host, port: this.port }, hostname(), boxAddresses());
  }

  private async lookRound(): Promise<void> {
    await this.core.keys.noteUse();
    const { disk, log } = this.core.options;
    const around = surroundings(this.core);
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
    this.stopping.abort();
    this.loop.stop();
    // A letter that is under way is a request that runs: both are waited for together, within the promised time.
    const { till, processors, spooler } = this.core;
    const settled = Promise.all([till.settling.stop(), till.queue.stop()]);
    // A slip under way may come to its end; papers of what is issued from now on wait for the next start.
    const printed = spooler.stop();
    const { clockWatch } = this.core;
    const watches = [this.watch, this.rolling, clockWatch, this.telling].map((watch) => watch?.stop());
    await Promise.all([this.mailing?.stop(), this.server?.stop(), ...watches]);
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

function surroundings({ options: { clock, machine } }: BoxCore): Surroundings {
  return {
    ...{ now: clock.now(), isTrusted: clock.isTrusted(), buildTime: machine?.buildTime ?? BUILD_TIME },
    ...{ hostName: hostname(), addresses: boxAddresses() },
  };
}
