import { type Clock, failed, type Log, ok, type Result, withDeadline } from '../../base/index.js';
import type { Loss, Transport } from '../../platform/devices/index.js';
import type { PrinterFault, ProbeFindings } from '../../platform/ledger/index.js';
import { COMPLETION, PAPER_STATUS } from './escpos/commands.js';
import { EscPosChannel } from './escPosChannel.js';
import { probe, proofOf } from './probe.js';

export interface PrinterConnectionDeps {
  /** Name of the printer, for the log. */
  readonly name: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Findings of the last probe. Undefined while the printer was never probed, and always for one that cannot be
   * queried.
   */
  readonly findings: () => ProbeFindings | undefined;
  /** Stores the findings of a probe. */
  readonly keepFindings: (findings: ProbeFindings) => Promise<void>;
  /** True when the printer is queried at all. A printer of another language would print the requests of ESC/POS. */
  readonly canBeAsked: boolean;
  /** The bytes that mark the end of a torn slip on its paper. */
  readonly tornEnding: () => Promise<readonly Uint8Array[]>;
}

/** Timeout for the zeros, ms; a working printer accepts them in that time even at 9600 bits a second. */
const ZEROS_TIMEOUT = 10_000;
/** Timeout for the ending of a torn slip, ms. */
const ENDING_TIMEOUT = 60_000;
/** A printing printer answers at least this often, ms: it processes one chunk of a slip between two answers. */
const SILENT_TIME = 10_000;
/** Shortest time between two log events about a printer's state, ms. */
const LOG_PAUSE = 10_000;

/** The connection to one printer, opened on demand, with the known trouble of the printer. */
export class PrinterConnection {
  private channel: EscPosChannel | undefined;
  private currentTrouble: PrinterFault | Loss | null = null;
  /** True when a slip was torn: the printer may wait for the rest of a command. */
  isTorn = false;
  /** The channel over which a printer without a proof was queried again. */
  private askedChannel: EscPosChannel | undefined;
  /**
   * The last logged trouble and when it was logged, by the monotonic clock. A faulty device at the printer's address
   * must not fill the log.
   */
  private logged: PrinterFault | Loss | null = null;
  private loggedAt = -Infinity;
  /** True when a request may have been cut off. */
  private isCutOff = false;
  /** True when the channel was opened and zeros must be sent before anything else. */
  private mustComplete = false;
  /** True before anything was sent: a part of a command from an earlier process may still be in the printer. */
  private isNew = true;

  constructor(private readonly deps: PrinterConnectionDeps) {}

  /** The trouble of the printer or the connection; null when none is known. */
  get trouble(): PrinterFault | Loss | null {
    return this.currentTrouble;
  }

  get isOpen(): boolean {
    return this.channel !== undefined;
  }

  setTrouble(trouble: PrinterFault | Loss | null): void {
    this.currentTrouble = trouble;
    const now = this.deps.clock.monotonic();
    if (trouble === this.logged || now - this.loggedAt < LOG_PAUSE) return;
    [this.logged, this.loggedAt] = [trouble, now];
    this.deps.log('printer.state', { printer: this.deps.name, trouble });
  }

  /** Returns the open channel, and opens it if necessary. */
  async ensureOpen(signal: AbortSignal): Promise<Result<EscPosChannel, Loss>> {
    if (this.channel?.isGone === true) await this.close();
    if (this.channel !== undefined) return ok(this.channel);
    const opened = await this.deps.transport.open(signal);
    if (!opened.ok) {
      this.setTrouble(opened.error);
      return opened;
    }
    const channel = new EscPosChannel(opened.value, this.deps.clock);
    this.channel = channel;
    this.mustComplete = this.isNew || this.isTorn || this.isCutOff || answersNothing(this.deps.findings());
    return ok(channel);
  }

  /**
   * Completes a command of which the printer may wait for the rest. It may belong to a torn slip or request, or, where
   * nothing is ever proven, to an earlier sender. The zeros must come before anything else: inside the header of a
   * picture the printer would read a request as the size of the picture, and then megabytes as its dots. Returns false
   * when it does not accept the zeros within {@link ZEROS_TIMEOUT}.
   */
  private async completeCommand(channel: EscPosChannel, signal: AbortSignal): Promise<boolean> {
    if (!this.mustComplete) return true;
    const send = async (over: AbortSignal): Promise<boolean> =>
      (await channel.write(COMPLETION, over, () => this.setTrouble('offline'))).ok;
    const isComplete = await withDeadline(ZEROS_TIMEOUT, signal, send, this.deps.clock);
    if (isComplete) this.isNew = this.isCutOff = this.mustComplete = false;
    else await this.close();
    return isComplete;
  }

  async close(): Promise<void> {
    await this.channel?.close();
    this.channel = undefined;
  }

  /** Findings of a printer that can begin with a slip; the error is its trouble. `anew`: it must be probed again. */
  async makeReady(
    channel: EscPosChannel,
    signal: AbortSignal,
    anew = false,
  ): Promise<Result<ProbeFindings, PrinterFault | Loss>> {
    const known = this.deps.findings();
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

  /**
   * Sends a zero, which the printer ignores, to a printer that cannot be queried. This detects a connection that broke
   * off unnoticed.
   */
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
   * Checks an idle printer; true when it is reachable. A printer that may have received a part of a slip is not
   * queried. A printer that missed a request before is queried again; otherwise it would count as off line until the
   * next slip.
   */
  async checkIdle(channel: EscPosChannel, signal: AbortSignal): Promise<boolean> {
    if (this.isTorn) return false;
    const canBeAsked = this.deps.findings()?.status === true;
    const isUnsure = this.isNew || this.isCutOff;
    if (canBeAsked && isUnsure && !(await this.completeCommand(channel, signal))) this.setTrouble('offline');
    else if (canBeAsked) await this.checkStatus(channel);
    else this.setTrouble(null);
    return this.isOpen;
  }

  /**
   * Probes which evidence the printer can give, and stores the result, unless the connection or the printer failed
   * meanwhile.
   */
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
    if (JSON.stringify(probed.value) !== JSON.stringify(known)) await this.deps.keepFindings(probed.value);
    return probed;
  }

  /** True when the printer must be probed again. */
  private async mustProbe(channel: EscPosChannel, known: ProbeFindings, anew: boolean): Promise<boolean> {
    return this.deps.canBeAsked && (anew || (await this.answersNow(known, channel)));
  }

  /**
   * A printer that did not answer at all when it was probed may have been switched off then. It is queried once per
   * connection, and in real time: no printer prints such a request.
   */
  private async answersNow(known: ProbeFindings, channel: EscPosChannel): Promise<boolean> {
    if (!answersNothing(known) || this.askedChannel === channel) return false;
    this.askedChannel = channel;
    const seen = await channel.queryStatus();
    return seen !== 'silent' && seen !== 'stalled';
  }

  /** Queries a printer that can be queried; true when it has no fault. */
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

  /** Finishes the paper of a torn slip. The slip remains torn when that fails. */
  private async endTornSlip(
    channel: EscPosChannel,
    signal: AbortSignal,
    known: ProbeFindings | undefined,
  ): Promise<void> {
    if (!this.isTorn) return;
    const end = async (over: AbortSignal): Promise<boolean> =>
      (await this.sendAll(channel, over)) && (!countsAnswers(known) || (await this.waitUntilSilent(channel, over)));
    if (await withDeadline(ENDING_TIMEOUT, signal, end, this.deps.clock)) this.isTorn = false;
    else await this.close();
  }

  /**
   * Answers to `GS r` are identical, so the answers of the torn slip must have arrived before those of the next slip
   * are counted. Returns true when the printer has answered once more, and was then silent for longer than it needs
   * between two answers.
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
        // While it waits for paper, it does not answer for its buffered data.
        if (this.deps.findings()?.status === true && !(await this.checkStatus(channel))) seen = -1;
      }
      return false;
    } finally {
      stopListening();
    }
  }

  private async sendAll(channel: EscPosChannel, signal: AbortSignal): Promise<boolean> {
    for (const bytes of await this.deps.tornEnding()) {
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

/** True when it answers no request, as far as known. It is then unknown whether a slip was torn. */
function answersNothing(findings: ProbeFindings | undefined): boolean {
  return findings === undefined || !Object.values(findings).includes(true);
}

/** True when its proof is to count identical answers. */
function countsAnswers(findings: ProbeFindings | undefined): boolean {
  return findings !== undefined && proofOf(findings) === 'queued-status';
}
