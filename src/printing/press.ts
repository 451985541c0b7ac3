import { withDeadline } from '../base/deadline.js';
import { failed, ok, type Result } from '../base/result.js';
import { PRINTER_FAULTS, type PrinterFault, type ProbeFindings } from '../ledger/job.js';
import { Contact, type ContactParts } from './contact.js';
import type { EncodedSlip } from './escpos/encode.js';
import type { Link } from './link.js';
import { Presence } from './presence.js';
import { sendSlip, type SlipOutcome } from './send.js';
import type { Loss } from './transport/port.js';

export interface PressParts extends ContactParts {
  /** Told when the printer answers after it was without power. */
  readonly onPowerUp: () => void;
}

/** A printer that can begin with a slip. */
export interface Ready {
  readonly link: Link;
  readonly findings: ProbeFindings;
}

/** Why it cannot. `unreached`: there is no way to it; `unready`: it needs something. */
export interface NotReady {
  readonly kind: 'unready' | 'unreached';
  readonly lacks: PrinterFault | Loss;
}

/** One printer: is it there, can it begin, and what becomes of a slip. One question, or one slip, at a time. */
export class Press {
  readonly contact: Contact;
  private readonly presence = new Presence(-Infinity);

  constructor(
    private readonly parts: PressParts,
    /** Ends all waiting. */
    private readonly stopped: AbortSignal,
  ) {
    this.contact = new Contact(parts);
  }

  /** It is on: when it answers, that is no power-up. */
  takeAsOn(): void {
    this.presence.note(this.parts.clock.monotonic());
  }

  /** `anew`: what it can prove is to be found out again. */
  async makeReady(anew = false): Promise<Result<Ready, NotReady>> {
    const link = await this.contact.reach(this.stopped);
    if (!link.ok) return failed({ kind: 'unreached', lacks: link.error });
    const findings = await this.contact.makeReady(link.value, this.stopped, anew);
    if (!findings.ok) return failed({ kind: 'unready', lacks: findings.error });
    this.see();
    return ok({ link: link.value, findings: findings.value });
  }

  /** Looks how it is while it has nothing to do. */
  async lookRound(): Promise<void> {
    const link = await this.contact.reach(this.stopped);
    if (link.ok && (await this.contact.lookRound(link.value, this.stopped))) this.see();
  }

  /** Sends a slip, for `ms` at most, or until all waiting is ended. */
  send(slip: EncodedSlip, ready: Ready, ms: number): Promise<SlipOutcome> {
    const { clock } = this.parts;
    return withDeadline(Math.max(0, ms), this.stopped, (signal) => this.sendUntil(slip, ready, signal), clock);
  }

  private async sendUntil(slip: EncodedSlip, { link, findings }: Ready, signal: AbortSignal): Promise<SlipOutcome> {
    const onFault = (fault: PrinterFault | null): void => this.contact.tell(fault);
    const outcome = await sendSlip(slip, { link, clock: this.parts.clock, findings, onFault, signal });
    if (outcome.state === 'unknown') {
      this.contact.isTorn = true;
      this.contact.tell(PRINTER_FAULTS.find((fault) => fault === outcome.reason) ?? 'lost');
      await this.contact.drop();
    } else {
      this.presence.note(this.parts.clock.monotonic());
    }
    return outcome;
  }

  private see(): void {
    if (this.presence.see(this.parts.clock.monotonic())) this.parts.onPowerUp();
  }
}
