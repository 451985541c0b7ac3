import type { UtcMs } from '../../base/index.js';

/** Faults that a printer reports or shows. `offline` when the printer gives no details. */
export const PRINTER_FAULTS = ['paper', 'cover', 'cutter', 'error', 'offline'] as const;
export type PrinterFault = (typeof PRINTER_FAULTS)[number];

/**
 * Why a job is in its state. `lost`: the connection to the printer broke; `silent`: the printer did not answer;
 * `restart`: the box stopped while bytes were being sent; `age`: it waited too long; `full`: too many jobs waited
 * before it; `operator`: a person cancelled it; `removed`: its printer is no longer in the settings; `unprintable`: its
 * receipt cannot be read or drawn; `proven`: the printer has confirmed a slip of this receipt, so only a Copy may be
 * printed.
 *
 * Snapshots store a reason by its index, so new reasons go to the end.
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
  'proven',
] as const;
export type JobReason = (typeof JOB_REASONS)[number];

/** One row of {@link JOB_STATE_TABLE}. */
interface JobStateRow {
  readonly meaning: string;
  /** True when a job may be in this state when first recorded. */
  readonly isFirst: boolean;
  /** The possible reasons of this state; empty when it needs none and `reason` is null. */
  readonly reasons: readonly JobReason[];
  /** States that may follow; empty for a final state. */
  readonly next: readonly string[];
}

/** The states of a print job. Snapshots store a state by its index in this table, so new states go to the end. */
export const JOB_STATE_TABLE = {
  queued: {
    meaning: 'no byte was sent',
    isFirst: true,
    reasons: [],
    next: ['sending', 'cancelled'],
  },
  sending: {
    meaning: 'bytes may have been sent, and nothing is proven yet',
    isFirst: false,
    reasons: [],
    next: ['printed', 'unconfirmed', 'unknown', 'cancelled'],
  },
  printed: {
    meaning: 'the printer has confirmed it',
    isFirst: false,
    reasons: [],
    next: [],
  },
  unconfirmed: {
    meaning: 'all bytes were sent to a printer that cannot confirm anything',
    isFirst: false,
    reasons: [],
    next: [],
  },
  unknown: {
    meaning: 'bytes were sent, and no confirmation came',
    isFirst: false,
    reasons: [...PRINTER_FAULTS, 'lost', 'silent', 'restart', 'age', 'removed'],
    next: [],
  },
  cancelled: {
    meaning: 'it ended before its first byte was sent',
    isFirst: true,
    reasons: ['age', 'full', 'operator', 'removed', 'unprintable', 'proven'],
    next: [],
  },
} as const satisfies Readonly<Record<string, JobStateRow>>;

/** State of a print job as recorded in the ledger. */
export type JobState = keyof typeof JOB_STATE_TABLE;

function isJobState(name: string): name is JobState {
  return Object.hasOwn(JOB_STATE_TABLE, name);
}

/** In the order of {@link JOB_STATE_TABLE}. */
export const JOB_STATES: readonly JobState[] = Object.keys(JOB_STATE_TABLE).filter(isJobState);

/** One printout of one receipt. Each change of its state is a record with the whole job. */
export interface PrintJob {
  /** Job number, from 1. */
  readonly id: number;
  /** The receipt. */
  readonly uuid: string;
  /** Name of the printer in the settings. */
  readonly printer: string;
  /** True when an earlier printout of this receipt may exist; this one is marked as a repeat. */
  readonly repeat: boolean;
  readonly state: JobState;
  readonly reason: JobReason | null;
  readonly createdAt: UtcMs;
  readonly updatedAt: UtcMs;
}

/** The commands that a printer answered when it was set up. */
export interface ProbeFindings {
  /** Real-time status, `DLE EOT`. */
  readonly status: boolean;
  /** Queued status, `GS r`: the answer comes when everything sent before it is processed. */
  readonly queuedStatus: boolean;
  /** Process ids, `GS ( H`: the answer comes when everything sent before it is printed. */
  readonly processId: boolean;
  /**
   * Reports changes of its state unasked, `GS a`. A printer with a full buffer can therefore report that it has no
   * paper.
   */
  readonly autoStatus: boolean;
}

/** The result of a probe, stored so that a printer is probed only once. */
export interface ProbedPrinter {
  readonly name: string;
  /** Another address means another printer. */
  readonly address: string;
  readonly findings: ProbeFindings;
  readonly at: UtcMs;
}
