import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventResponse, invoiceResponse } from '../../interfaces/api/index.js';
import { type Clock, runOwnCommand, VERSION } from '../../base/index.js';
import { BACKUP_CODE_FILE } from '../../outward/backup/index.js';
import { type BoxState, type CursorStore, Streaming } from '../../outward/delivery/index.js';
import { catalogueInUse } from '../../outward/group/index.js';
import type { CheckCache } from '../../interfaces/health/index.js';
import { Rauc, Updates } from '../../outward/updates/index.js';
import type { ServerIdentity } from '../../platform/tls/index.js';
import { canSignDemo } from '../../processors/pfr/index.js';
import { type Part, starting } from './lifecycle.js';
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
    slice: invoicing.salesFirst.slice,
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
