import { X509Certificate } from 'node:crypto';
import type { Log } from '../base/log.js';
import { localTime } from '../base/time.js';
import { VERSION } from '../base/version.js';
import type { Printing } from '../printing/printing.js';
import type { Slip } from '../printing/slip.js';
import { ticketSlip } from '../receipt/ticket.js';
import { examine, type HealthParts, problemsOf } from './checks.js';

export interface TicketParts {
  readonly health: HealthParts;
  /** Has the processor asked how it is: what was known of it before may be old, and after a start there is nothing. */
  readonly askProcessor: () => Promise<unknown>;
  /** Under which tablets reach the box, the best first. */
  readonly addresses: () => readonly string[];
  /** The certificate that tablets are to trust, PEM, and the file in which it lies. */
  readonly authority: () => { readonly ca: string; readonly caPath: string };
  readonly printing: Pick<Printing, 'notice'>;
  readonly log: Log;
}

/** The tickets that printers give: the box as it is at that moment, by the same checks as `kasirbox doctor`. */
export class Tickets {
  constructor(private readonly parts: TicketParts) {}

  async draw(): Promise<Slip> {
    const { health, askProcessor, addresses, authority } = this.parts;
    await askProcessor();
    const checks = await examine(health);
    const { ca, caPath } = authority();
    return ticketSlip({
      addresses: addresses(),
      authority: { fingerprint: new X509Certificate(ca).fingerprint256, path: caPath },
      problem: problemsOf(checks)[0],
      warnings: checks.filter(({ state }) => state === 'warning').length,
      time: localTime(health.now()),
      version: VERSION,
    });
  }

  /** Gives a printer that has powered up its ticket. Never rejects: that it cannot be drawn is no reason not to sell. */
  async give(printer: string): Promise<void> {
    const { printing, log } = this.parts;
    try {
      printing.notice(await this.draw(), printer);
    } catch (error) {
      log('print.undrawn', { printer, error: String(error) });
    }
  }
}
