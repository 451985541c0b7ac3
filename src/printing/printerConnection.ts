import { type Clock, failed, type Log, ok, type Result, withDeadline } from '../base/index.js';
import type { Loss, Transport } from '../devices/index.js';
import type { PrinterFault, ProbeFindings } from '../ledger/index.js';
import { COMPLETION } from './escpos/commands.js';
import { PAPER_STATUS } from './escpos/requests.js';
import { EscPosChannel } from './escPosChannel.js';
import { probe, proofOf } from './probe.js';

export interface PrinterConnectionParts {
  /** Name of the printer, for the log. */
  readonly name: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** What is known of this printer; undefined while it was never probed, and never for one that cannot be asked. */
  readonly findings: () => ProbeFindings | undefined;
  /** Keeps what a probe has found. */
  readonly keepFindings: (findings: ProbeFindings) => Promise<void>;
  /** Is it asked anything? A printer of another language would print the questions of ESC/POS. */
  readonly canBeAsked: boolean;
  /** What says on the paper of a torn slip that it ends there. */
  readonly tornEnding: () => Promise<readonly Uint8Array[]>;
}

/** How long a printer that can print may take for the zeros, ms, at 9600 bits a second too. */
const ZEROS_TIMEOUT = 10_000;
/** How long the ending of a torn slip may take, ms. */
const ENDING_TIMEOUT = 60_000;
/** A printer that prints answers at least this often, ms: it has one chunk of a slip to do between two answers. */
const SILENT_TIME = 10_000;
/** Shortest time between two log events on a printer's state, ms. */
const LOG_PAUSE = 10_000;

/** The connection to one printer: opened when it is needed, with what is known to be wrong with the printer. */
export class PrinterConnection {
  private channel: EscPosChannel | undefined;
  private currentTrouble: PrinterFault | Loss | null = null;
  /** A slip was torn off: the printer may wait for the rest of a command. */
  isTorn = false;
  /** The channel over which a printer without a proof was asked again. */
  private askedChannel: EscPosChannel | undefined;
  /** What was logged last, and when, by the monotonic clock: whatever is at the printer's address must not fill the log. */
  private logged: PrinterFault | Loss | null = null;
  private loggedAt = -Infinity;
  /** A question may have been cut off. */
  private isCutOff = false;
  /** The channel was opened, and zeros must be sent before all else. */
  private mustComplete = false;
  /** Nothing was sent yet: a process before this one may have left a part of a command in the printer. */
  private isNew = true;

  constructor(private readonly parts: PrinterConnectionParts) {}

  /** What is wrong with the printer or the connection; null when nothing is known to be wrong. */
  get trouble(): PrinterFault | Loss | null {
    return this.currentTrouble;
  }

  get isOpen(): boolean {
    return this.channel !== undefined;
  }

  setTrouble(trouble: PrinterFault | Loss | null): void {
    this.currentTrouble = trouble;
    const now = this.parts.clock.monotonic();
    if (trouble === this.logged || now - this.loggedAt < LOG_PAUSE) return;
    [this.logged, this.loggedAt] = [trouble, now];
    this.parts.log('printer.state', { printer: this.parts.name, trouble });
  }

  /** The open channel; opens it when it is not. */
  async ensureOpen(signal: AbortSignal): Promise<Result<EscPosChannel, Loss>> {
    if (this.channel?.isGone === true) await this.close();
    if (this.channel !== undefined) return ok(this.channel);
    const opened = await this.parts.transport.open(signal);
    if (!opened.ok) {
      this.setTrouble(opened.error);
      return opened;
    }
    const channel = new EscPosChannel(opened.value, this.parts.clock);
    this.channel = channel;
    this.mustComplete = this.isNew || this.isTorn || this.isCutOff || answersNothing(this.parts.findings());
    return ok(channel);
  }

  /**
   * Completes a command of which the printer may wait for the rest: one of a torn slip or question, or, where nothing is ever
   * proven, one of whoever printed before. It comes before all else: the printer would take a question inside the header of a
   * picture for the size of the picture, and then megabytes for its dots. False when it does not take the zeros within {@channel ZEROS_TIMEOUT}.
   */
  private async completeCommand(channel: EscPosChannel, signal: AbortSignal): Promise<boolean> {
    if (!this.mustComplete) return true;
    const send = async (over: AbortSignal): Promise<boolean> =>
      (await channel.write(COMPLETION, over, () => this.setTrouble('offline'))).ok;
    const isComplete = await withDeadline(ZEROS_TIMEOUT, signal, send, this.parts.clock);
    if (isComplete) this.isNew = this.isCutOff = this.mustComplete = false;
    else await this.close();
    return isComplete;
  }

  async close(): Promise<void> {
    await this.channel?.close();
    this.channel = undefined;
  }

  /** Findings of a printer that can begin with a slip; the error is what is wrong. `anew`: they are to be probed again. */
  async makeReady(
    channel: EscPosChannel,
    signal: AbortSignal,
    anew = false,
  ): Promise<Result<ProbeFindings, PrinterFault | Loss>> {
    const known = this.parts.findings();
    if (!(await this.completeCommand(channel, signal))) return this.failWith('offline');
    if (known?.status === true && !(await this.checkStatus(channel))) return failed(this.currentTrouble ?? 'offline');
    if (!(await this.isThere(channel, signal, known))) return this.failWith('lost');
    await this.endTornSlip(channel, signal, known);
    if (this.isTorn) return this.failWith('offline');
    const isKnown = known !== undefined && !(await this.mustProbe(channel, known, anew));
    const findings = isKnown ? ok(known) : await this.probe(channel, known);
    if (findings.ok && channel.isGone) return this.failWith('lost');
    if (findings.ok) this.setTrouble(null);
    return findings;
  }

  /** A printer that cannot be asked gets a zero, which it ignores: this detects a connection that has broken off unnoticed. */
  private async isThere(
    channel: EscPosChannel,
    signal: AbortSignal,
    known: ProbeFindings | undefined,
  ): Promise<boolean> {
    if (!answersNothing(known)) return true;
    const sent = await channel.write(COMPLETION.subarray(0, 1), signal, () => this.setTrouble('offline'));
    if (!sent.ok) await this.close();
    return sent.ok;
  }

  /**
   * Checks a printer that has nothing to do; true when it is there. A printer that may hold a part of a slip is asked nothing; one
   * that missed a question before is asked again, or it would count as off line until the next slip.
   */
  async checkIdle(channel: EscPosChannel, signal: AbortSignal): Promise<boolean> {
    if (this.isTorn) return false;
    const canBeAsked = this.parts.findings()?.status === true;
    const isUnsure = this.isNew || this.isCutOff;
    if (canBeAsked && isUnsure && !(await this.completeCommand(channel, signal))) this.setTrouble('offline');
    else if (canBeAsked) await this.checkStatus(channel);
    else this.setTrouble(null);
    return this.isOpen;
  }

  /** Finds out what the printer can prove, and keeps that, unless the printer went away or got into trouble meanwhile. */
  private async probe(
    channel: EscPosChannel,
    known: ProbeFindings | undefined,
  ): Promise<Result<ProbeFindings, PrinterFault | Loss>> {
    const probed = await probe(channel);
    if (channel.isGone) return this.failWith('lost');
    if (!probed.ok) return this.failWith(probed.error);
    // A printer that has answered before and is silent now is switched off.
    if (answersNothing(probed.value) && !answersNothing(known)) return this.failWith('offline');
    const seen = probed.value.status ? await channel.queryStatus() : null;
    if (seen !== null) return this.failWith(seen === 'silent' || seen === 'stalled' ? 'offline' : seen);
    if (JSON.stringify(probed.value) !== JSON.stringify(known)) await this.parts.keepFindings(probed.value);
    return probed;
  }

  /** Must it be found out anew what the printer can prove? */
  private async mustProbe(channel: EscPosChannel, known: ProbeFindings, anew: boolean): Promise<boolean> {
    return this.parts.canBeAsked && (anew || (await this.answersNow(known, channel)));
  }

  /**
   * A printer that did not answer at all when it was probed may have been switched off then. It is asked once per connection,
   * and in real time: no printer prints such a question.
   */
  private async answersNow(known: ProbeFindings, channel: EscPosChannel): Promise<boolean> {
    if (!answersNothing(known) || this.askedChannel === channel) return false;
    this.askedChannel = channel;
    const seen = await channel.queryStatus();
    return seen !== 'silent' && seen !== 'stalled';
  }

  /** Asks a printer that can be asked; true when nothing is wrong. */
  async checkStatus(channel: EscPosChannel): Promise<boolean> {
    const seen = await channel.queryStatus();
    if (seen === 'silent' || seen === 'stalled') {
      this.setTrouble('offline');
      this.isCutOff = true;
      await this.close();
      return false;
    }
    this.setTrouble(seen);
    return seen === null;
  }

  /** Ends the paper of a torn slip. The slip stays torn when that fails. */
  private async endTornSlip(
    channel: EscPosChannel,
    signal: AbortSignal,
    known: ProbeFindings | undefined,
  ): Promise<void> {
    if (!this.isTorn) return;
    const end = async (over: AbortSignal): Promise<boolean> =>
      (await this.sendAll(channel, over)) && (!countsAnswers(known) || (await this.waitUntilSilent(channel, over)));
    if (await withDeadline(ENDING_TIMEOUT, signal, end, this.parts.clock)) this.isTorn = false;
    else await this.close();
  }

  /**
   * Answers to `GS r` are all alike: those of the torn slip must have come before those of the next slip are counted. True when
   * the printer has answered once more, and then not for as long as it needs between two answers.
   */
  private async waitUntilSilent(channel: EscPosChannel, signal: AbortSignal): Promise<boolean> {
    let answers = 0;
    const stopListening = channel.onAnswer(({ kind }) => {
      if (kind === 'queued-status') answers += 1;
    });
    try {
      const asked = await channel.write(PAPER_STATUS, signal, () => this.setTrouble('offline'));
      for (let seen = -1; asked.ok && !signal.aborted && !channel.isGone;) {
        if (answers === seen && answers > 0) return true;
        seen = answers;
        await channel.pause(SILENT_TIME, signal);
        // While it waits for paper, it does not answer for what it holds.
        if (this.parts.findings()?.status === true && !(await this.checkStatus(channel))) seen = -1;
      }
      return false;
    } finally {
      stopListening();
    }
  }

  private async sendAll(channel: EscPosChannel, signal: AbortSignal): Promise<boolean> {
    for (const bytes of await this.parts.tornEnding()) {
      const sent = await channel.write(bytes, signal, () => this.setTrouble('offline'));
      if (!sent.ok) return false;
    }
    return true;
  }

  private failWith<T extends PrinterFault | Loss>(trouble: T): Result<never, T> {
    this.setTrouble(trouble);
    return failed(trouble);
  }
}

/** Does it answer no question, as far as is known? Then nobody knows whether a slip was torn. */
function answersNothing(findings: ProbeFindings | undefined): boolean {
  return findings === undefined || !Object.values(findings).includes(true);
}

/** Is its proof to count answers that are all alike? */
function countsAnswers(findings: ProbeFindings | undefined): boolean {
  return findings !== undefined && proofOf(findings) === 'queued-status';
}
