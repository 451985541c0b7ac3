import { failed, ok, type Result, withDeadline } from '../../base/index.js';
import type { Loss } from '../../platform/devices/index.js';
import { PRINTER_FAULTS, type PrinterFault, type ProbeFindings } from '../../platform/ledger/index.js';
import { PrinterConnection, type PrinterConnectionDeps } from './printerConnection.js';
import type { EncodedSlip } from './escpos/encode.js';
import type { EscPosChannel } from './escPosChannel.js';
import { sendSlip, type SlipOutcome } from './sendSlip.js';

/**
 * A printer that was silent for a shorter time was not switched off, ms: its paper was changed, or the network was
 * busy.
 */
const MIN_AWAY = 5 * 60 * 1000;
/** Shortest time between two reported power-ups, ms: a loose plug must not use up the roll. */
const MIN_APART = 60 * 60 * 1000;

/** Detects that a printer was switched on, by the times at which it responded. Times are of the monotonic clock, ms. */
export class PowerUpDetector {
  private reportedAt = -Infinity;

  /** `seenAt` is -Infinity for a printer that may have been off until now. */
  constructor(private seenAt: number) {}

  /** Records that the printer was working until now. */
  seen(now: number): void {
    this.seenAt = now;
  }

  /** Records an answer of the printer. Returns true when it has powered up since it was last seen. */
  answered(now: number): boolean {
    const away = now - this.seenAt;
    this.seenAt = now;
    if (away < MIN_AWAY || now - this.reportedAt < MIN_APART) return false;
    this.reportedAt = now;
    return true;
  }
}

export interface PrinterSessionDeps extends PrinterConnectionDeps {
  /** Called when the printer answers after a power-up. */
  readonly onPowerUp: () => void;
}

/** A printer that can begin with a slip. */
export interface Ready {
  readonly channel: EscPosChannel;
  readonly findings: ProbeFindings;
}

/** Why it cannot begin. `unreached`: there is no connection to it; `unready`: it has a fault. */
export interface NotReady {
  readonly kind: 'unready' | 'unreached';
  readonly trouble: PrinterFault | Loss;
}

/** One printer: whether it is reachable and ready, and how a slip ends. One request, or one slip, at a time. */
export class PrinterSession {
  readonly connection: PrinterConnection;
  private readonly powerUps = new PowerUpDetector(-Infinity);

  constructor(
    private readonly deps: PrinterSessionDeps,
    /** Aborts all waiting. */
    private readonly stopped: AbortSignal,
  ) {
    this.connection = new PrinterConnection(deps);
  }

  /** Assumes that the printer is on: its next answer is not a power-up. */
  assumeOn(): void {
    this.powerUps.seen(this.deps.clock.monotonic());
  }

  /** Opens the connection and checks the printer. `anew`: it must be probed again. */
  async makeReady(anew = false): Promise<Result<Ready, NotReady>> {
    const channel = await this.connection.ensureOpen(this.stopped);
    if (!channel.ok) return failed({ kind: 'unreached', trouble: channel.error });
    const findings = await this.connection.makeReady(channel.value, this.stopped, anew);
    if (!findings.ok) return failed({ kind: 'unready', trouble: findings.error });
    this.reportAnswer();
    return ok({ channel: channel.value, findings: findings.value });
  }

  /** Checks the printer while it is idle. */
  async checkIdle(): Promise<void> {
    const channel = await this.connection.ensureOpen(this.stopped);
    if (channel.ok && (await this.connection.checkIdle(channel.value, this.stopped))) this.reportAnswer();
  }

  /**
   * Sends a slip, for `ms` at most, or until all waiting is aborted. Throws only before the first byte; after it, the
   * outcome of an exception, which is a bug, is unknown.
   */
  send(slip: EncodedSlip, ready: Ready, ms: number): Promise<SlipOutcome> {
    const { clock } = this.deps;
    return withDeadline(Math.max(0, ms), this.stopped, (signal) => this.sendUntil(slip, ready, signal), clock);
  }

  private async sendUntil(slip: EncodedSlip, { channel, findings }: Ready, signal: AbortSignal): Promise<SlipOutcome> {
    const onFault = (fault: PrinterFault | null): void => this.connection.setTrouble(fault);
    let hasBegun = false;
    const onBegin = (): void => void (hasBegun = true);
    const { name, clock, log } = this.deps;
    const outcome = await sendSlip(slip, { channel, clock, findings, onBegin, onFault, signal }).catch(
      (error: unknown): SlipOutcome => {
        if (!hasBegun) throw error;
        log('printer.failed', { printer: name, error: String(error) });
        return { state: 'unknown', reason: 'lost' };
      },
    );
    if (outcome.state === 'unknown') {
      this.connection.isTorn = true;
      this.connection.setTrouble(PRINTER_FAULTS.find((fault) => fault === outcome.reason) ?? 'lost');
      await this.connection.close();
    } else {
      this.powerUps.seen(clock.monotonic());
    }
    return outcome;
  }

  private reportAnswer(): void {
    if (this.powerUps.answered(this.deps.clock.monotonic())) this.deps.onPowerUp();
  }
}
