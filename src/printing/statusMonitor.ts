import type { PrinterFault, ProbeFindings } from '../ledger/index.js';
import type { Acknowledgements } from './acknowledgements.js';
import type { EscPosChannel } from './escPosChannel.js';

export interface StatusMonitorParts {
  readonly channel: EscPosChannel;
  readonly findings: ProbeFindings;
  /** Called when the printer holds the slip up, and with null when it goes on. */
  readonly onFault: (fault: PrinterFault | null) => void;
  /** Ends the waiting for a printer that does not go on. */
  readonly signal: AbortSignal;
}

/** Pause between two polls of a printer that is at work, ms. */
const POLL_PAUSE = 500;
/** Polls in a row without an answer after which a printer counts as off line: switched off, or full and in need of something. */
const OFFLINE_AFTER = 3;
/** Stalls of 2 s in a row after which a printer may as well have been off. */
const TORN_AFTER_STALLS = 5;

/** Polls a printer that is at work on a slip, and reports what holds it up. */
export class StatusMonitor {
  /** What is wrong with the printer, as far as it has said. */
  fault: PrinterFault | null = null;
  /** It was silent for long enough that it must have been off, and has lost what it held. */
  isTorn = false;
  private silentPolls = 0;
  private stalls = 0;

  constructor(
    private readonly parts: StatusMonitorParts,
    /** Polls in a row without an answer after which the printer must have been off; Infinity: none say so. */
    private readonly maxSilentPolls: number,
  ) {
    if (!parts.findings.autoStatus) return;
    parts.channel.onStatusChange = (fault) => {
      this.silentPolls = 0;
      this.setFault(fault);
    };
  }

  end(): void {
    this.parts.channel.onStatusChange = undefined;
  }

  /** A write is held up. */
  noteStall(): void {
    this.stalls += 1;
    this.isTorn ||= this.maxSilentPolls !== Infinity && this.stalls >= TORN_AFTER_STALLS;
    this.setFault(this.fault ?? 'offline');
  }

  /** A chunk was acknowledged. */
  noteProgress(): void {
    this.silentPolls = 0;
    this.stalls = 0;
    this.setFault(null);
  }

  /** Asks the printer; true when nothing is wrong. A printer without status in real time is taken to be well. */
  async checkStatus(): Promise<boolean> {
    const { channel, findings } = this.parts;
    if (!findings.status) return this.fault === null;
    const status = await channel.queryStatus();
    if (channel.isGone) return false;
    if (status === 'silent' || status === 'stalled') {
      this.silentPolls += 1;
      this.isTorn ||= this.silentPolls >= this.maxSilentPolls;
      if (status === 'stalled' || this.silentPolls >= OFFLINE_AFTER) this.setFault(this.fault ?? 'offline');
      return false;
    }
    this.silentPolls = 0;
    this.stalls = 0;
    this.setFault(status);
    return status === null;
  }

  /** Waits a moment; true when an acknowledgement came meanwhile. */
  async pause(acknowledgements: Acknowledgements): Promise<boolean> {
    const { channel, signal } = this.parts;
    const over = new AbortController();
    const end = (): void => over.abort();
    let isAcknowledged = false;
    acknowledgements.onAcknowledged = () => {
      isAcknowledged = true;
      end();
    };
    signal.addEventListener('abort', end, { signal: over.signal });
    if (!signal.aborted) await channel.pause(POLL_PAUSE, over.signal);
    end();
    acknowledgements.onAcknowledged = undefined;
    return isAcknowledged;
  }

  private setFault(fault: PrinterFault | null): void {
    if (fault === this.fault) return;
    this.fault = fault;
    this.parts.onFault(fault);
  }
}
