import type { UtcMs } from '../base/index.js';

/** What a printer says, or shows, is wrong with it. `offline` is all that it does not tell more about. */
export const PRINTER_FAULTS = ['paper', 'cover', 'cutter', 'error', 'offline'] as const;
export type PrinterFault = (typeof PRINTER_FAULTS)[number];

/**
 * Why a job is in its state. `lost`: the connection to the printer broke off; `silent`: the printer did not answer; `restart`:
 * the box went off while bytes were leaving; `age`: it waited too long; `full`: too many waited before it; `operator`: a person
 * cancelled it; `removed`: its printer is not set any more; `unprintable`: its receipt cannot be read or drawn;
 * `proven`: another job of the receipt has printed it meanwhile.
 *
 * Snapshots keep a reason by its number: new ones go to the end.
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
  /** Can a job be in this state when it is first recorded? */
  readonly isFirst: boolean;
  /** Why it may be in this state; empty where there is nothing to explain and `reason` is null. */
  readonly reasons: readonly JobReason[];
  /** States that may follow; none when the job has ended. */
  readonly next: readonly string[];
}

/** The states of a print job. Snapshots keep a state by its number in this order: new ones go to the end. */
export const JOB_STATE_TABLE = {
  queued: {
    meaning: 'no byte has left',
    isFirst: true,
    reasons: [],
    next: ['sending', 'cancelled'],
  },
  sending: {
    meaning: 'bytes may have left, and nothing is proven yet',
    isFirst: false,
    reasons: [],
    next: ['printed', 'unconfirmed', 'unknown', 'cancelled'],
  },
  printed: {
    meaning: 'the printer has proven it',
    isFirst: false,
    reasons: [],
    next: [],
  },
  unconfirmed: {
    meaning: 'all bytes went out to a printer that cannot prove anything',
    isFirst: false,
    reasons: [],
    next: [],
  },
  unknown: {
    meaning: 'bytes have left, and the proof did not come',
    isFirst: false,
    reasons: [...PRINTER_FAULTS, 'lost', 'silent', 'restart', 'age', 'removed'],
    next: [],
  },
  cancelled: {
    meaning: 'it ended before its first byte left',
    isFirst: true,
    reasons: ['age', 'full', 'operator', 'removed', 'unprintable', 'proven'],
    next: [],
  },
} as const satisfies Readonly<Record<string, JobStateRow>>;

/** Where a print job stands, as the ledger knows it. */
export type JobState = keyof typeof JOB_STATE_TABLE;

function isJobState(name: string): name is JobState {
  return Object.hasOwn(JOB_STATE_TABLE, name);
}

/** In the order of {@link JOB_STATE_TABLE}. */
export const JOB_STATES: readonly JobState[] = Object.keys(JOB_STATE_TABLE).filter(isJobState);

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
