import { X509Certificate } from 'node:crypto';
import { localTime, type Log, type UtcMs, VERSION, vouchedTime } from '../base/index.js';
import { cardMode, type CardState, MODE_WORDS } from '../card/index.js';
import type { AccessPoint } from '../board/index.js';
import type { Printing } from '../printing/index.js';
import { type Slip, type Ticket, ticketSlip } from '../slips/index.js';
import { type CheckResult, problemsOf, sellingFailuresOf } from './check.js';

export interface TicketParts {
  readonly runChecks: () => Promise<readonly CheckResult[]>;
  /** Asks the processor for its state: what is known of it may be old, and after a start nothing is known. */
  readonly refreshProcessor: () => Promise<unknown>;
  /** Origins under which tablets reach the box, the best first. */
  readonly addresses: () => readonly string[];
  /** Name of the shop; undefined as long as the box is of none. */
  readonly shop: () => string | undefined;
  /** The page that helps devices to trust the box; undefined where it is off. */
  readonly helper: () => string | undefined;
  /** As it is shown to people; undefined once somebody owns the box. */
  readonly claimCode: () => string | undefined;
  /** The box's own Wi-Fi; undefined where it has none. */
  readonly accessPoint: () => Promise<AccessPoint | undefined>;
  /** What the rescue page asks for, as it is shown to people; undefined on a box that was not made from an image. */
  readonly rescueCode?: () => Promise<string | undefined>;
  /** The certificate that tablets have to trust, PEM, and the path of its file. */
  readonly authority: () => { readonly ca: string; readonly caPath: string };
  /** The smart card; undefined where no reader is there and none is needed. */
  readonly card: () => { readonly state: CardState } | undefined;
  readonly printing: Pick<Printing, 'printInfo'>;
  readonly now: () => UtcMs;
  /** Does somebody vouch for that time? */
  readonly isTrusted: () => boolean;
  readonly log: Log;
}

/** The tickets that printers print: the state of the box at that moment, by the same checks as `kasirbox doctor`. */
export class Tickets {
  constructor(private readonly parts: TicketParts) {}

  async draw(): Promise<Slip> {
    const { runChecks, refreshProcessor, addresses, shop, helper, claimCode, accessPoint, authority, card, now } =
      this.parts;
    await refreshProcessor();
    const results = await runChecks();
    const { ca, caPath } = authority();
    return ticketSlip({
      addresses: addresses(),
      helper: helper(),
      claimCode: claimCode(),
      accessPoint: await accessPoint(),
      rescueCode: await this.parts.rescueCode?.(),
      authority: { fingerprint: new X509Certificate(ca).fingerprint256, path: caPath },
      problem: problemsOf(results)[0],
      failure: sellingFailuresOf(results)[0],
      warnings: results.filter(({ state }) => state === 'warning').map(({ found }) => found.sr),
      shop: shop(),
      card: cardOnTicket(card()?.state, vouchedTime(this.parts)),
      time: localTime(now()),
      version: VERSION,
    });
  }

  /** Prints a ticket on a printer that has powered up. Never rejects: a ticket that cannot be drawn stops no sale. */
  async print(printer: string): Promise<void> {
    const { printing, log } = this.parts;
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
  return { state: MODE_WORDS[cardMode(state, now)], until };
}
