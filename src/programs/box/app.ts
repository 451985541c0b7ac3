import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ApiDeps, createApp } from '../../interfaces/api/index.js';
import { defineMessages, failed, type Message, ok, type Result, startOwnCommand, VERSION } from '../../base/index.js';
import { ReceiptMailer } from '../../outward/delivery/index.js';
import { Documents } from '../../paper/documents/index.js';
import type { AdminDeps } from '../../interfaces/admin/index.js';
import { boardIdentity, CheckCache, runChecks } from '../../interfaces/health/index.js';
import { findByNumber } from '../../sales/invoicing/index.js';
import { boxAddresses, serverNames } from '../../platform/tls/index.js';
import { createPages } from '../../interfaces/web/index.js';
import type { ConnectionLimiter } from '../../platform/http/index.js';
import type { Box } from './open.js';

const MESSAGES = defineMessages('supportBundle', {
  busy: {
    en: 'A support bundle is already being created; try again in a moment.',
    sr: 'Пакет за подршку се већ прави; покушајте поново за који тренутак.',
  },
  noMemory: { en: 'There is not enough memory for it.', sr: 'За то нема довољно меморије.' },
  failed: {
    en: 'The support bundle could not be created. On the box itself: kasirbox support-bundle FILE',
    sr: 'Пакет за подршку није направљен. На самом уређају: kasirbox support-bundle FILE',
  },
});

/** It reads the whole ledger; if it takes longer than this, the disk is failing, ms. */
const SUPPORT_BUNDLES_TIME_LIMIT = 10 * 60_000;

/**
 * Creates support bundles by `kasirbox support-bundle`, a separate process. It reads the whole ledger, and asks this
 * service for what is not on the disk. One at a time.
 */
class SupportBundles {
  private isBusy = false;

  constructor(private readonly folder: string) {}

  /** The bundle as a stream. */
  async begin(): Promise<Result<Readable, Message>> {
    if (this.isBusy) return failed(MESSAGES.busy);
    const command = ['support-bundle', '-', '--data', this.folder];
    const child = startOwnCommand(command, ['ignore', 'pipe', 'pipe'], AbortSignal.timeout(SUPPORT_BUNDLES_TIME_LIMIT));
    const output = child?.stdout ?? undefined;
    if (child === undefined || output === undefined) return failed(MESSAGES.noMemory);
    this.isBusy = true;
    child.stderr?.resume();
    child.once('close', () => (this.isBusy = false));
    // A client must get an error before the first byte if there will be none.
    const isThere = await new Promise<boolean>((resolve) => {
      output.once('readable', () => resolve(output.readableLength > 0));
      child.once('close', () => resolve(false));
    });
    return isThere ? ok(output) : failed(MESSAGES.failed);
  }
}

/** Draws the documents of a box, in `DIR/documents`. */
export function documentsOf({ disk, folder, log, settings, ledger }: Box): Documents {
  return new Documents({
    ...{ disk, folder: join(folder, 'documents'), version: VERSION, log },
    seller() {
      const { company, printers } = settings.now;
      const logo = printers.find((printer) => printer.logo !== undefined)?.logo;
      return logo === undefined ? { company } : { company, logo };
    },
    byNumber: (number) => findByNumber(ledger, number),
  });
}

/** Sends receipts by e-mail, with their documents. */
export function mailingOf(
  { ledger, settings, clock, log, mailer, safeMode }: Box,
  documents: Documents,
): ReceiptMailer {
  return new ReceiptMailer({
    ...{ ledger, settings, now: clock.now, monotonic: clock.monotonic, log, mailer },
    isInSafeMode: () => safeMode.isOn,
    async pdfOf(invoice) {
      const drawn = await documents.pdf(invoice, 'a4');
      return drawn.ok ? drawn.value : undefined;
    },
  });
}

/** Dependencies of the web application besides the parts of an open box. */
interface Served extends Pick<ApiDeps, 'documents' | 'mailing' | 'health' | 'repeatedEvents' | 'stopping'> {
  readonly connectionLimiter: ConnectionLimiter;
  /** Origin at which clients reach the box. */
  readonly publicUrl: () => string;
  /** Dependencies of operations that pages request. */
  readonly admin: AdminDeps;
}

/** Checks the names by which tablets call the box: those of its certificate, and that of the setting `publicUrl`. */
function ownName(publicUrl: () => string): (host: string) => boolean {
  return (host) => {
    const own = new URL(publicUrl()).hostname.replace(/^\[(.*)\]$/, '$1');
    return host === own || serverNames(hostname(), boxAddresses()).includes(host);
  };
}

/** The serial number of the board, or where it states none, the id that the box has given itself. */
function identityOf({ machine, ledger }: Box): { readonly serialNumber: string; readonly hardware: string | null } {
  const { model, serial } = boardIdentity(machine.root);
  return { serialNumber: serial ?? ledger.boxId.toString('hex'), hardware: model };
}

/** The web application of a box: API v1, and the pages for people. */
export function appOf(box: Box, served: Served): ReturnType<typeof createApp> {
  const { admin, health, repeatedEvents, connectionLimiter, stopping } = served;
  const { users, tablets, claim } = box;
  const { ledger, settings, keys, dailyQuota, catalogue, invoicing, printing, processors, clock, log } = box;
  const bundles = new SupportBundles(box.folder);
  return createApp({
    ...{ ledger, settings, keys, dailyQuota, catalogue, invoicing, printing, clock, log },
    ...{ salePriority: invoicing.salePriority, now: clock.now, monotonic: clock.monotonic },
    ...served,
    pfr: () => processors.active,
    people: createPages({
      ...{
        ledger,
        settings,
        users,
        tablets,
        claim,
        dailyQuota,
        log,
        clock,
        admin,
        isOwnName: ownName(served.publicUrl),
        identity: identityOf(box),
      },
      ...{ now: clock.now, salePriority: invoicing.salePriority, events: repeatedEvents, connectionLimiter, stopping },
      supportBundle: () => bundles.begin(),
      checks: new CheckCache(() => runChecks(health), clock.monotonic),
    }),
  });
}
