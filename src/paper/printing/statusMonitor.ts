import type { PrinterFault, ProbeFindings } from '../../platform/ledger/index.js';
import type { Acknowledgements } from './acknowledgements.js';
import type { EscPosChannel } from './escPosChannel.js';

export interface StatusMonitorDeps {
  readonly channel: EscPosChannel;
  readonly findings: ProbeFindings;
  /** Called when the printer blocks the slip, and with null when it continues. */
  readonly onFault: (fault: PrinterFault | null) => void;
  /** Aborts the waiting for a printer that does not continue. */
  readonly signal: AbortSignal;
}

/** Pause between two polls of a working printer, ms. */
const POLL_PAUSE = 500;
/**
 * Consecutive polls without an answer after which a printer counts as off line: switched off, or blocked with a full
 * buffer.
 */
const OFFLINE_AFTER = 3;
/** Consecutive stalls of 2 s after which a printer may have been off. */
const TORN_AFTER_STALLS = 5;

/** Polls a printer that is printing a slip, and reports what blocks it. */
export class StatusMonitor {
  /** The fault that the printer has reported. */
  fault: PrinterFault | null = null;
  /** True when it was silent for so long that it must have been off and lost its buffered data. */
  isTorn = false;
  private silentPolls = 0;
  private stalls = 0;

  constructor(
    private readonly deps: StatusMonitorDeps,
    /**
     * Consecutive polls without an answer after which the printer must have been off; Infinity: silence proves nothing.
     */
    private readonly maxSilentPolls: number,
  ) {
    if (!deps.findings.autoStatus) return;
    deps.channel.onStatusChange = (fault) => {
      this.silentPolls = 0;
      this.setFault(fault);
    };
  }

  end(): void {
    this.deps.channel.onStatusChange = undefined;
  }

  /** Records that a write is blocked. */
  noteStall(): void {
    this.stalls += 1;
    this.isTorn ||= this.maxSilentPolls !== Infinity && this.stalls >= TORN_AFTER_STALLS;
    this.setFault(this.fault ?? 'offline');
  }

  /** Records an acknowledged chunk. */
  noteProgress(): void {
    this.silentPolls = 0;
    this.stalls = 0;
    this.setFault(null);
  }

  /** Queries the printer; true without a fault. A printer without real-time status is assumed to have none. */
  async checkStatus(): Promise<boolean> {
    const { channel, findings } = this.deps;
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

  /** Waits for the pause between two polls; true when an acknowledgement arrived meanwhile. */
  async pause(acknowledgements: Acknowledgements): Promise<boolean> {
    const { channel, signal } = this.deps;
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
    this.deps.onFault(fault);
  }
}
