import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isIPv4 } from 'node:net';
import { eventResponse, invoiceResponse } from '../../interfaces/api/index.js';
import {
  type Clock,
  errorText,
  type Log,
  type Message,
  ok,
  type Result,
  runOwnCommand,
  TaskQueue,
  VERSION,
} from '../../base/index.js';
import { BACKUP_CODE_FILE } from '../../outward/backup/index.js';
import { type BoxState, type CursorStore, Streaming } from '../../outward/delivery/index.js';
import { catalogueInUse } from '../../outward/group/index.js';
import type { CheckCache } from '../../interfaces/health/index.js';
import { Rauc, Updates } from '../../outward/updates/index.js';
import type { ServerIdentity } from '../../platform/tls/index.js';
import { canSignDemo } from '../../processors/pfr/index.js';
import { type ListenAddress, PlainServer } from '../../platform/http/index.js';
import type { Settings } from '../../shop/settings/index.js';
import { helperHandler, type HelperDeps } from '../../interfaces/web/index.js';
import type { Box } from './open.js';

/** Publishes the ledger events of a box to the owner's server. */
export function streamingOf(box: Box, cursors: CursorStore, checks: CheckCache): Streaming {
  const { ledger, settings, clock, log, invoicing, group } = box;
  const state = async (): Promise<Omit<BoxState, 'behind'>> => {
    const results = await checks.checks();
    const { sequence, hash, epoch } = ledger.end;
    const problems = results
      .filter((result) => result.state !== 'ok')
      .map(({ name, state: severity, found }) => ({ check: name, state: severity, text: found.en }));
    return {
      at: clock.now(),
      version: VERSION,
      environment: settings.now.environment,
      sequence,
      epoch,
      hash,
      catalogue: catalogueInUse(ledger),
      problems,
    };
  };
  return new Streaming({
    ...{ ledger, settings, cursors, clock, log, state, group, boxId: ledger.boxId.toString('hex') },
    ...{ describeEvent: eventResponse, describeReceipt: (invoice) => invoiceResponse(invoice) },
    slice: invoicing.salePriority.slice,
  });
}

/** Time limit of a backup, ms; ten years of receipts take minutes. */
const BACKUP_TIME = 2 * 60 * 60 * 1000;

/** Where the system mounts USB sticks. */
const MEDIA = '/media';

/** Updates of a running service. */
export function updatesOf(box: Box, checks: CheckCache): Updates {
  const { disk, folder, clock, log, machine, ledger, invoicing, printing, updating = {} } = box;
  const { rauc, runtime = process.env['RUNTIME_DIRECTORY']?.split(':')[0], ca, media = MEDIA } = updating;
  return new Updates({
    ...{ disk, folder, clock, log, version: VERSION, root: machine.root, runtime, rauc: new Rauc(rauc) },
    ...(ca !== undefined && { ca }),
    media,
    failing: async () => (await checks.checks()).flatMap(({ name, blocks }) => (blocks ? [name] : [])),
    canSign: () => canSignDemo(ledger.boxId, clock.now()),
    printers: () => printing.printers().map(({ name, state }) => ({ name, answers: state !== 'offline' })),
    isSelling: () =>
      invoicing.saleTimer.longest > 0 ||
      printing.printers().some(({ state }) => state === 'printing') ||
      printing.jobs().some(({ state }) => state === 'sending'),
    hasBackupCode: () => existsSync(join(folder, BACKUP_CODE_FILE)),
    backUp: (file, signal) =>
      runOwnCommand({ words: ['backup', file, '--data', folder], timeLimit: BACKUP_TIME, signal }),
  });
}

interface HousekeepingDeps {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly keys: { readonly saveLastUse: () => Promise<unknown> };
  readonly certificate: { readonly renewWhenDue: () => Promise<ServerIdentity | undefined> };
  /** Makes the running server use another certificate. */
  readonly useCertificate: (identity: ServerIdentity) => void;
}

/** How often the certificate and the records of key use are updated, ms. */
const ROUND = 60_000;

/** Records the use of keys, and renews the certificate when it is due. */
export function housekeeping({ clock, keys, certificate, useCertificate }: HousekeepingDeps): Part {
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (await clock.sleep(ROUND, stopped.signal)) {
      await keys.saveLastUse();
      const renewed = await certificate.renewWhenDue();
      if (renewed !== undefined) useCertificate(renewed);
    }
  };
  return {
    start: starting(() => void (running = run())),
    async drain() {
      stopped.abort();
      await running;
    },
  };
}

/** A component of a running box. All of its steps are optional. */
export interface Part {
  /** Starts its work. After an error the box does not start. */
  readonly start?: () => Promise<Result<void, Message>>;
  /**
   * Accepts no new work, and resolves when running work has ended. All parts are drained at the same time, so that
   * together they take no longer than the slowest.
   */
  readonly drain?: () => unknown;
  /** Stops it, after every part that was started later has stopped. */
  readonly stop?: () => unknown;
}

/** The start of a part that can fail only with an exception. */
export function starting(begin: () => unknown): NonNullable<Part['start']> {
  return async () => {
    await begin();
    return ok(undefined);
  };
}

/** Starts parts in order and stops them in reverse order; after a failed start it stops those that were started. */
export class Lifecycle {
  private readonly begun: Part[] = [];
  private ending: Promise<void> | undefined;

  constructor(private readonly parts: readonly Part[]) {}

  /**
   * Returns the first error; then nothing is running. Nothing is running either when a part throws, which is rethrown.
   */
  async start(): Promise<Result<void, Message>> {
    let isUp = false;
    try {
      for (const part of this.parts) {
        this.begun.push(part);
        const started = (await part.start?.()) ?? ok(undefined);
        if (!started.ok) return started;
      }
      isUp = true;
      return ok(undefined);
    } finally {
      if (!isUp) await this.stop();
    }
  }

  /** Further calls wait for the same end. */
  stop(): Promise<void> {
    this.ending ??= this.stopAll();
    return this.ending;
  }

  /** A part that fails to stop does not prevent others from stopping; the first exception is rethrown at the end. */
  private async stopAll(): Promise<void> {
    const exceptions: unknown[] = [];
    const attempt = async (step: (() => unknown) | undefined): Promise<void> => {
      try {
        await step?.();
      } catch (error) {
        exceptions.push(error);
      }
    };
    const last = this.begun.toReversed().map((part) => ({ part, drained: attempt(part.drain?.bind(part)) }));
    for (const { part, drained } of last) {
      await drained;
      await attempt(part.stop?.bind(part));
    }
    if (exceptions.length > 0) throw exceptions[0];
  }
}

interface Deps extends HelperDeps {
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
  readonly log: Log;
  readonly host: ListenAddress['host'];
}

/** The page over plain HTTP that helps devices to trust the box, while the setting `helperPort` is set. */
export class Helper {
  private readonly changes = new TaskQueue();
  private server: PlainServer | undefined;
  private isStopped = false;

  constructor(private readonly deps: Deps) {
    deps.settings.onChange('helperPort', () => void this.follow());
  }

  /** Serves the page if the setting is set. A port that cannot be used does not stop sales. */
  follow(): Promise<void> {
    return this.changes.run(async () => {
      await this.server?.stop();
      this.server = undefined;
      const { settings, log, host } = this.deps;
      const port = settings.now.helperPort;
      if (port === null || this.isStopped) return;
      const server = new PlainServer(helperHandler(this.deps), {
        onFailure: (error) => log('request.failed', { ref: null, error: errorText(error) }),
      });
      try {
        await server.listen({ host, port });
        this.server = server;
        log('helper.started', { host, port });
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
        log('helper.failed', { host, port, code });
      }
    });
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.follow();
  }

  /**
   * Address of the page; undefined when it is off. An IP address is preferred, because a new device may be unable to
   * resolve the box's name.
   */
  get address(): string | undefined {
    const port = this.deps.settings.now.helperPort;
    if (this.server === undefined || port === null) return undefined;
    const hosts = this.deps.origins().map((origin) => new URL(origin).hostname);
    const host = hosts.find(isIPv4) ?? hosts[0] ?? '';
    return `http://${host}${port === 80 ? '' : `:${port}`}/`;
  }
}
