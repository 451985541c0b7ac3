import type { Clock } from '../base/clock.js';
import { withDeadline } from '../base/deadline.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import type { PrinterFault, ProbeFindings } from '../ledger/job.js';
import { COMPLETION } from './escpos/commands.js';
import { PAPER_STATUS } from './escpos/requests.js';
import { Link } from './link.js';
import { probe, proofOf } from './probe.js';
import type { Loss, Transport } from './transport/port.js';

export interface ContactParts {
  /** Name of the printer, for the log. */
  readonly name: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** What is known of this printer; undefined while it was never probed. */
  readonly findings: () => ProbeFindings | undefined;
  /** Keeps what a probe has found. */
  readonly keepFindings: (findings: ProbeFindings) => Promise<void>;
  /** What tells the paper of a torn slip that it ends there. */
  readonly mend: readonly Uint8Array[];
}

/** A printer that can print takes the zeros within this time, ms, at 9600 bits a second too. */
const TAKES_ZEROS = 10_000;
/** How long the rest of a torn slip may take to go out, ms. */
const MEND_PATIENCE = 60_000;
/** A printer that prints says something at least so often, ms: it has a chunk of a slip to do between two answers. */
const STILL = 10_000;
/** Between two lines of the log on a printer's state, ms. */
const LOG_PAUSE = 10_000;

/** The way to one printer: opened when it is needed, and what is known to be wrong at its end. */
export class Contact {
  private link: Link | undefined;
  private found: PrinterFault | Loss | null = null;
  /** A slip was torn off: the printer may wait for the rest of a command. */
  isTorn = false;
  /** The link over which a printer without a proof was asked again. */
  private asked: Link | undefined;
  /** What the log has, and since when, by the monotonic clock: whoever is at the printer's address must not fill it. */
  private logged: PrinterFault | Loss | null = null;
  private loggedAt = -Infinity;
  /** A question may have been cut off. */
  private isCutOff = false;
  /** The way was opened, and zeros must go before all else. */
  private mustComplete = false;
  /** No way was open yet: nobody knows what a process before this one has left in the printer. */
  private isNew = true;

  constructor(private readonly parts: ContactParts) {}

  /** What the printer, or the way to it, lacks; null: nothing is known to be wrong. */
  get trouble(): PrinterFault | Loss | null {
    return this.found;
  }

  get isOpen(): boolean {
    return this.link !== undefined;
  }

  tell(trouble: PrinterFault | Loss | null): void {
    this.found = trouble;
    const now = this.parts.clock.monotonic();
    if (trouble === this.logged || now - this.loggedAt < LOG_PAUSE) return;
    [this.logged, this.loggedAt] = [trouble, now];
    this.parts.log('printer.state', { printer: this.parts.name, trouble });
  }

  /** The open way. */
  async reach(signal: AbortSignal): Promise<Result<Link, Loss>> {
    if (this.link?.isGone === true) await this.drop();
    if (this.link !== undefined) return ok(this.link);
    const opened = await this.parts.transport.open(signal);
    if (!opened.ok) {
      this.tell(opened.error);
      return opened;
    }
    const link = new Link(opened.value, this.parts.clock);
    this.link = link;
    this.mustComplete = this.isNew || this.isTorn || this.isCutOff || isMute(this.parts.findings());
    return ok(link);
  }

  /**
   * Completes a command of which the printer may wait for the rest: of a slip or question that was torn off, or, where nothing is ever
   * proven, of whoever printed before. It comes before all else: a question amid the head of a picture would be taken
   * for its size, and megabytes for the picture. False when the printer does not take it within {@link TAKES_ZEROS}.
   */
  private async complete(link: Link, signal: AbortSignal): Promise<boolean> {
    if (!this.mustComplete) return true;
    const give = async (over: AbortSignal): Promise<boolean> =>
      (await link.write(COMPLETION, over, () => this.tell('offline'))).ok;
    const isComplete = await withDeadline(TAKES_ZEROS, signal, give, this.parts.clock);
    if (isComplete) this.isNew = this.isCutOff = this.mustComplete = false;
    else await this.drop();
    return isComplete;
  }

  async drop(): Promise<void> {
    await this.link?.close();
    this.link = undefined;
  }

  /** Findings of a printer that can begin with a slip; the error is what it lacks. `anew`: they are to be found out again. */
  async makeReady(link: Link, signal: AbortSignal, anew = false): Promise<Result<ProbeFindings, PrinterFault | Loss>> {
    const known = this.parts.findings();
    if (!(await this.complete(link, signal))) return this.lack('offline');
    if (known?.status === true && !(await this.isWell(link))) return failed(this.found ?? 'offline');
    if (!(await this.isThere(link, signal, known))) return this.lack('lost');
    await this.mend(link, signal, known);
    if (this.isTorn) return this.lack('offline');
    const mustProbe = anew || known === undefined || (await this.hasFoundItsTongue(known, link));
    const findings = mustProbe ? await this.probe(link, known) : ok(known);
    if (findings.ok && link.isGone) return this.lack('lost');
    if (findings.ok) this.tell(null);
    return findings;
  }

  /** One that cannot be asked gets a zero, which it passes over: a way that has gone unnoticed is found out by it. */
  private async isThere(link: Link, signal: AbortSignal, known: ProbeFindings | undefined): Promise<boolean> {
    if (!isMute(known)) return true;
    const sent = await link.write(COMPLETION.subarray(0, 1), signal, () => this.tell('offline'));
    if (!sent.ok) await this.drop();
    return sent.ok;
  }

  /**
   * Looks how a printer is that has nothing to do; true when it is there. One that may wait for the rest of a command is
   * asked nothing.
   */
  async lookRound(link: Link, signal: AbortSignal): Promise<boolean> {
    if (this.isTorn || this.isCutOff) return false;
    const canBeAsked = this.parts.findings()?.status === true;
    if (canBeAsked && this.isNew && !(await this.complete(link, signal))) this.tell('offline');
    else if (canBeAsked) await this.isWell(link);
    else this.tell(null);
    return this.isOpen;
  }

  /** Finds out what the printer can prove, and keeps that, unless the printer went away or fell into need meanwhile. */
  private async probe(
    link: Link,
    known: ProbeFindings | undefined,
  ): Promise<Result<ProbeFindings, PrinterFault | Loss>> {
    const probed = await probe(link);
    if (link.isGone) return this.lack('lost');
    if (!probed.ok) return this.lack(probed.error);
    // One that has answered before, and is silent now, is switched off.
    if (isMute(probed.value) && !isMute(known)) return this.lack('offline');
    const seen = probed.value.status ? await link.look() : null;
    if (seen !== null) return this.lack(seen === 'silent' || seen === 'stalled' ? 'offline' : seen);
    if (JSON.stringify(probed.value) !== JSON.stringify(known)) await this.parts.keepFindings(probed.value);
    return probed;
  }

  /**
   * One that said nothing at all when it was probed may have been switched off then. Asked once for a connection, and in
   * real time, which no printer prints.
   */
  private async hasFoundItsTongue(known: ProbeFindings, link: Link): Promise<boolean> {
    if (!isMute(known) || this.asked === link) return false;
    this.asked = link;
    const seen = await link.look();
    return seen !== 'silent' && seen !== 'stalled';
  }

  /** Looks whether all is well with a printer that can be asked. */
  async isWell(link: Link): Promise<boolean> {
    const seen = await link.look();
    if (seen === 'silent' || seen === 'stalled') {
      this.tell('offline');
      this.isCutOff = true;
      await this.drop();
      return false;
    }
    this.tell(seen);
    return seen === null;
  }

  /** Ends the paper of a torn slip. */
  private async mend(link: Link, signal: AbortSignal, known: ProbeFindings | undefined): Promise<void> {
    if (!this.isTorn) return;
    const work = async (over: AbortSignal): Promise<boolean> =>
      (await this.sendAll(link, over)) && (!hearsNumberless(known) || (await this.isStill(link, over)));
    if (await withDeadline(MEND_PATIENCE, signal, work, this.parts.clock)) this.isTorn = false;
    else await this.drop();
  }

  /**
   * Answers to `GS r` have no number: those of the torn slip must have come before those of the next count. True when the
   * printer has answered one more, and then none for as long as it needs for what lies between two of them.
   */
  private async isStill(link: Link, signal: AbortSignal): Promise<boolean> {
    let answers = 0;
    const forget = link.hear(({ kind }) => {
      if (kind === 'queued-status') answers += 1;
    });
    try {
      const asked = await link.write(PAPER_STATUS, signal, () => this.tell('offline'));
      for (let seen = -1; asked.ok && !signal.aborted && !link.isGone;) {
        if (answers === seen && answers > 0) return true;
        seen = answers;
        await link.rest(STILL, signal);
        // While it waits for paper, it says nothing of what it holds.
        if (this.parts.findings()?.status === true && !(await this.isWell(link))) seen = -1;
      }
      return false;
    } finally {
      forget();
    }
  }

  private async sendAll(link: Link, signal: AbortSignal): Promise<boolean> {
    for (const bytes of this.parts.mend) {
      const sent = await link.write(bytes, signal, () => this.tell('offline'));
      if (!sent.ok) return false;
    }
    return true;
  }

  private lack<T extends PrinterFault | Loss>(trouble: T): Result<never, T> {
    this.tell(trouble);
    return failed(trouble);
  }
}

/** Nobody knows of a slip that was torn off at a printer that says nothing. */
function isMute(findings: ProbeFindings | undefined): boolean {
  return findings === undefined || !Object.values(findings).includes(true);
}

/** Is its proof an answer that is like all others? */
function hearsNumberless(findings: ProbeFindings | undefined): boolean {
  return findings !== undefined && proofOf(findings) === 'queued-status';
}
