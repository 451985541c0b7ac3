import { join } from 'node:path';
import {
  type Clock,
  defineMessages,
  DiskError,
  english,
  failed,
  isRecord,
  type Log,
  type Message,
  readWhole,
  type Result,
} from '../../base/index.js';
import { type AdminDeps, ALL_PERMISSIONS, perform } from '../../interfaces/admin/index.js';
import { findAttached } from '../../platform/devices/index.js';
import type { PrinterSetting } from '../../shop/settings/index.js';
import type { Slip } from '../../paper/slips/index.js';
import { FIRST_BOOT_FILE, FIRST_FILE } from '../board/index.js';
import type { Box } from './open.js';

interface FirstTicketDeps {
  /** Root of the machine's files. */
  readonly root: string;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Log;
  /** True while the box has no owner and no printer is set. */
  readonly isWanted: () => boolean;
  readonly draw: () => Promise<Slip>;
  /** Prints, or returns why no byte was sent. */
  readonly print: (printer: PrinterSetting, slip: Slip) => Promise<Result<string, string>>;
}

/** Interval of the search for printers, ms. */
const PACE = 3000;
/** Minimum time between two tickets of one printer, ms, so that a loose plug does not use up the roll. */
const MIN_APART = 60_000;
/** Pause before retrying a printer that has no paper or does not answer, ms. */
const RETRY = 30_000;

/**
 * Prints the ticket of a new box on each attached USB printer before any printer is set. Without it the claim code and
 * the password of the box's own Wi-Fi would be unknown. It runs until the box has an owner or a printer is set.
 */
export class FirstTicket {
  private stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** When each printer got a ticket, by its address, on the monotonic clock; `isThere`: it was not unplugged since. */
  private readonly given = new Map<string, { readonly at: number; isThere: boolean }>();
  /** When each printer that did not print is retried. */
  private readonly retryAt = new Map<string, number>();

  constructor(private readonly deps: FirstTicketDeps) {}

  start(): void {
    this.stopped = new AbortController();
    this.running = this.run(this.stopped.signal);
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { isWanted, clock } = this.deps;
    // Checked again after the pause: a box that was just claimed has no ticket.
    while (isWanted() && (await clock.sleep(PACE, signal))) if (isWanted()) await this.look();
  }

  private async look(): Promise<void> {
    const { root, clock } = this.deps;
    const found = (await findAttached(root)).filter(({ kind }) => kind === 'usb').map(({ address }) => address);
    for (const [address, given] of this.given) given.isThere &&= found.includes(address);
    for (const address of found) {
      const given = this.given.get(address);
      const isDue = given === undefined || (!given.isThere && clock.monotonic() - given.at >= MIN_APART);
      if (isDue && clock.monotonic() >= (this.retryAt.get(address) ?? 0)) await this.give(address);
    }
  }

  /** A ticket that was not printed is retried, but not one that may have been printed. */
  private async give(address: string): Promise<void> {
    const { draw, print, clock, log } = this.deps;
    const at = clock.monotonic();
    this.retryAt.set(address, at + RETRY);
    try {
      const printed = await print(printerAt(address), await draw());
      if (!printed.ok) return;
      log('print.first_ticket', { address, state: printed.value });
      this.given.set(address, { at, isThere: true });
    } catch (error) {
      log('print.undrawn', { printer: address, error: String(error) });
    }
  }
}

/**
 * USB vendor 0519 is Star Micronics, whose printers are preset to a language of their own, and would print ESC/POS
 * queries.
 */
const STAR = 'usb://0519:';

/** Settings for an unknown printer: 58 mm is the narrowest paper, so the ticket fits on all. */
function printerAt(address: string): PrinterSetting {
  const language = address.startsWith(STAR) ? 'star' : 'escpos';
  return { name: 'usb', address, width: 58, dpi: 203, language, mode: 'raster', autoPrint: false };
}

const MESSAGES = defineMessages('firstBoot', {
  damaged: { en: '{file} is damaged.', sr: '{file} је оштећен.' },
});

/** Not a user of the box; the audit names {@link WHO}. */
const NOBODY = 0;
const WHO = `${FIRST_FILE} (картица)`;

/**
 * Applies the shop's data from the card's file, once: with the same checks as `kasirbox settings set`, and an audit
 * entry. Refused data does not stop the box; `doctor` reports it until the next start.
 */
export class FirstBoot {
  /** Why the company was refused; undefined when it was not. */
  refusal: Message | undefined;

  constructor(private readonly box: Pick<Box, 'folder' | 'disk' | 'log' | 'ledger'>) {}

  async take(admin: AdminDeps): Promise<void> {
    const { folder, disk, log } = this.box;
    const path = join(folder, FIRST_BOOT_FILE);
    try {
      const bytes = await readWhole(disk, path);
      if (bytes === null) return;
      const taken = await this.setCompany(bytes.toString(), admin);
      this.refusal = taken.ok ? undefined : taken.error;
      if (taken.ok) log('first_boot.taken', { setting: 'company' });
      else log('first_boot.refused', { setting: 'company', reason: english(taken.error) });
      await disk.remove(path);
      await disk.syncDir(folder);
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      log('first_boot.failed', { reason: error.message });
    }
  }

  private async setCompany(text: string, admin: AdminDeps): Promise<Result<unknown, Message>> {
    const value = companyIn(text);
    if (value === undefined) return failed(MESSAGES.damaged({ file: FIRST_BOOT_FILE }));
    const operation = 'settings.set';
    const subject = 'company';
    const set = await perform(admin, ALL_PERMISSIONS, operation, { name: subject, value });
    const done = { event: 'operation', operation, subject, user: NOBODY, name: WHO, isDone: set.ok } as const;
    await this.box.ledger.put({ type: 'audit', entry: done });
    return set;
  }
}

function companyIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value['company'] : undefined;
  } catch {
    return undefined;
  }
}
