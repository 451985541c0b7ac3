import { X509Certificate } from 'node:crypto';
import { localTime, type Log, type UtcMs, VERSION, trustedTime } from '../../base/index.js';
import { cardMode, type CardState, MODE_TEXTS } from '../../processors/card/index.js';
import type { Printing } from '../../paper/printing/index.js';
import { type Slip, type Ticket, ticketSlip } from '../../paper/slips/index.js';
import { type CheckResult, problemsOf, sellingFailuresOf } from './check.js';

interface TicketDeps {
  readonly runChecks: () => Promise<readonly CheckResult[]>;
  /** Requests the status of the processor: the known one may be old, and after a start none is known. */
  readonly refreshProcessor: () => Promise<unknown>;
  /** Origins under which tablets reach the box, the best first. */
  readonly addresses: () => readonly string[];
  /** Name of the shop; undefined while the box has no shop. */
  readonly shop: () => string | undefined;
  /** The page that helps devices to trust the box; undefined when it is off. */
  readonly helper: () => string | undefined;
  /** The claim code in display form; undefined once the box is claimed. */
  readonly claimCode: () => string | undefined;
  /** The box's own Wi-Fi; undefined when there is none. */
  readonly accessPoint: () => Promise<{ readonly ssid: string; readonly password: string } | undefined>;
  /** The code for the rescue page in display form; undefined on a box that was not made from an image. */
  readonly rescueCode?: () => Promise<string | undefined>;
  /** The certificate that tablets must trust, PEM, and the path of its file. */
  readonly authority: () => { readonly ca: string; readonly caPath: string };
  /** The smart card; undefined when there is no reader and none is needed. */
  readonly card: () => { readonly state: CardState } | undefined;
  readonly printing: Pick<Printing, 'printInfo'>;
  readonly now: () => UtcMs;
  /** True when that time is trusted. */
  readonly isTrusted: () => boolean;
  readonly log: Log;
}

/** The tickets that printers print: the current state of the box, by the same checks as `kasirbox doctor`. */
export class Tickets {
  constructor(private readonly deps: TicketDeps) {}

  async draw(): Promise<Slip> {
    const { runChecks, refreshProcessor, addresses, shop, helper, claimCode, accessPoint, authority, card, now } =
      this.deps;
    await refreshProcessor();
    const results = await runChecks();
    const { ca, caPath } = authority();
    return ticketSlip({
      addresses: addresses(),
      helper: helper(),
      claimCode: claimCode(),
      accessPoint: await accessPoint(),
      rescueCode: await this.deps.rescueCode?.(),
      authority: { fingerprint: new X509Certificate(ca).fingerprint256, path: caPath },
      problem: problemsOf(results)[0],
      failure: sellingFailuresOf(results)[0],
      warnings: results.filter(({ state }) => state === 'warning').map(({ found }) => found.sr),
      shop: shop(),
      card: cardOnTicket(card()?.state, trustedTime(this.deps)),
      time: localTime(now()),
      version: VERSION,
    });
  }

  /** Prints a ticket on a printer that has powered up. Never rejects: a ticket that cannot be drawn stops no sale. */
  async print(printer: string): Promise<void> {
    const { printing, log } = this.deps;
    try {
      printing.printInfo(await this.draw(), printer);
    } catch (error) {
      log('print.undrawn', { printer, error: String(error) });
    }
  }
}

function cardOnTicket(state: CardState | undefined, now: UtcMs | null): Ticket['card'] {
  if (state === undefined) return undefined;
  const until = 'card' in state ? localTime(state.card.identity.notAfter).slice(0, 10) : null;
  return { state: MODE_TEXTS[cardMode(state, now)], until };
}
