import type { UtcMs } from '../base/fiscal.js';

/**
 * Where a print job stands, as the ledger knows it. `queued`: not a byte has left. `sending`: bytes may have left, and
 * nothing is proven yet. `printed`: the printer has proven it. `unconfirmed`: all went out to a printer that cannot prove
 * anything. `unknown`: bytes have left, and the proof did not come. `cancelled`: it ended before its first byte left.
 */
export const JOB_STATES = ['queued', 'sending', 'printed', 'unconfirmed', 'unknown', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** What a printer says, or shows, is wrong with it. `offline` is all that it does not tell more about. */
export const PRINTER_FAULTS = ['paper', 'cover', 'cutter', 'error', 'offline'] as const;
export type PrinterFault = (typeof PRINTER_FAULTS)[number];

/**
 * Why a job is where it is. `lost`: the way to the printer broke off; `silent`: the printer did not answer; `restart`: the
 * box went off while bytes were leaving; `age`: it waited too long; `full`: too many waited before it; `operator`: a person
 * cancelled it; `removed`: its printer is not set any more; `unprintable`: its receipt cannot be read or drawn.
 */
export const JOB_REASONS = [
  ...PRINTER_FAULTS,
  'lost',
  'silent',
  'restart',
  'age',
  'full',
  'operator',
  'removed',
  'unprintable',
] as const;
export type JobReason = (typeof JOB_REASONS)[number];

/** One paper of one receipt. Each change of its state is a record that carries the whole job. */
export interface PrintJob {
  /** Running number, from 1. */
  readonly id: number;
  /** The receipt. */
  readonly uuid: string;
  /** Name of the printer in the settings. */
  readonly printer: string;
  /** A paper of this receipt may be in somebody's hand already: this one says that it is a repeat. */
  readonly repeat: boolean;
  readonly state: JobState;
  readonly reason: JobReason | null;
  readonly createdAt: UtcMs;
  readonly updatedAt: UtcMs;
}

/** What a printer was found to answer when it was set up. */
export interface ProbeFindings {
  /** Real-time status, `DLE EOT`. */
  readonly status: boolean;
  /** Status in its turn, `GS r`: it comes when what was sent before it is processed. */
  readonly queuedStatus: boolean;
  /** Process ids, `GS ( H`: they come when what was sent before them is printed. */
  readonly processId: boolean;
  /** Tells by itself what becomes of it, `GS a`: so a printer whose buffer is full can say that it has no paper. */
  readonly autoStatus: boolean;
}

/** The findings of a probe, kept so that a printer is probed once. */
export interface ProbedPrinter {
  readonly name: string;
  /** Another address is another printer. */
  readonly address: string;
  readonly findings: ProbeFindings;
  readonly at: UtcMs;
}
