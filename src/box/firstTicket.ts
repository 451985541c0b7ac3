import type { Clock, Log, Result } from '../base/index.js';
import { findAttached } from '../devices/index.js';
import type { PrinterSetting } from '../settings/index.js';
import type { Slip } from '../slips/index.js';

export interface FirstTicketParts {
  /** Where the machine describes itself. */
  readonly root: string;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Log;
  /** Does nobody own the box yet, and is no printer set? */
  readonly isWanted: () => boolean;
  readonly draw: () => Promise<Slip>;
  /** Prints, or says why no byte has left. */
  readonly print: (printer: PrinterSetting, slip: Slip) => Promise<Result<string, string>>;
}

/** How often it is looked for a printer, ms. */
const PACE = 3000;
/** A loose plug must not use up the roll, ms. */
const MIN_APART = 60_000;
/** Between two tries at a printer that has no paper or does not answer, ms. */
const RETRY = 30_000;

/**
 * The ticket of a new box, on each USB printer that is plugged in before any printer is set: without it nobody could know the claim code,
 * nor the password of the box's own Wi-Fi. It looks until somebody owns the box, or has set a printer.
 */
export class FirstTicket {
  private stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** When each was given a ticket, by its address, on the monotonic clock; `isThere`: it was not unplugged since. */
  private readonly given = new Map<string, { readonly at: number; isThere: boolean }>();
  /** When each is tried again that did not print. */
  private readonly retryAt = new Map<string, number>();

  constructor(private readonly parts: FirstTicketParts) {}

  start(): void {
    this.stopped = new AbortController();
    this.running = this.run(this.stopped.signal);
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { isWanted, clock } = this.parts;
    // It is asked behind the pause: a box that has just been claimed has no ticket to give.
    while (isWanted() && (await clock.sleep(PACE, signal))) if (isWanted()) await this.look();
  }

  private async look(): Promise<void> {
    const { root, clock } = this.parts;
    const found = (await findAttached(root)).filter(({ kind }) => kind === 'usb').map(({ address }) => address);
    for (const [address, given] of this.given) given.isThere &&= found.includes(address);
    for (const address of found) {
      const given = this.given.get(address);
      const isDue = given === undefined || (!given.isThere && clock.monotonic() - given.at >= MIN_APART);
      if (isDue && clock.monotonic() >= (this.retryAt.get(address) ?? 0)) await this.give(address);
    }
  }

  /** What is not printed is tried again; paper that may be there is not. */
  private async give(address: string): Promise<void> {
    const { draw, print, clock, log } = this.parts;
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

/** USB vendor 0519 is Star Micronics, whose printers come set to a language of their own, and would print the questions of ESC/POS. */
const STAR = 'usb://0519:';

/** A printer of which nothing else is known: paper of 58 mm is the narrowest, and what fits there fits on all. */
function printerAt(address: string): PrinterSetting {
  const language = address.startsWith(STAR) ? 'star' : 'escpos';
  return { name: 'usb', address, width: 58, dpi: 203, language, mode: 'raster', autoPrint: false };
}
