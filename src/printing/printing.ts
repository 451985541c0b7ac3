import type { InvoiceType, UtcMs } from '../base/fiscal.js';
import type { Result } from '../base/result.js';
import type { JobReason, JobState, PrinterFault, PrintJob, ProbeFindings } from '../ledger/job.js';
import type { StorageFailure } from '../ledger/entry.js';
import type { Slip } from './slip.js';
import type { Loss } from './transport/port.js';

/** What the caller of a receipt wants of its paper: a printer by name, any, none; null: as the settings say. */
export type PrintWish = string | boolean | null;

/**
 * A job as it is shown. `blocked` is `queued` or `sending` that cannot go on until somebody mends the printer or the way to
 * it: its reason is what the printer lacks. Jobs behind it are `queued`, without a reason.
 */
export interface JobView extends Omit<PrintJob, 'state' | 'reason'> {
  readonly state: JobState | 'blocked';
  readonly reason: JobReason | Loss | null;
}

/** What proves that a paper was printed, the strongest first. */
export const PROOFS = ['process-id', 'queued-status', 'status', 'none'] as const;
export type Proof = (typeof PROOFS)[number];

/** `idle`: ready as far as is known; `blocked`: it says what is wrong; `offline`: it is not reached. */
export const PRINTER_STATES = ['idle', 'printing', 'blocked', 'offline'] as const;

export interface PrinterView {
  readonly name: string;
  readonly address: string;
  readonly state: (typeof PRINTER_STATES)[number];
  readonly reason: PrinterFault | Loss | null;
  /** Null while the printer was never probed. */
  readonly proof: Proof | null;
  /** Jobs that wait or are under way. */
  readonly waiting: number;
}

/** Why no paper can be asked for. `unset`: no printer is set; `unknown`: none of this name is. */
export type PrintRefusal =
  { readonly kind: 'unset' | 'unknown' | 'absent' } | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** Why a job cannot be cancelled. `absent`: there is none; `sent`: bytes have left; `ended`: it has an end. */
export type CancelRefusal =
  { readonly kind: 'absent' | 'sent' | 'ended' } | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** What a test of a printer found. */
export interface TestReport {
  readonly printer: PrinterView;
  readonly findings: ProbeFindings;
  /** How the test slip ended. */
  readonly state: JobState;
  readonly reason: JobReason | null;
  /** How it was drawn, and letters for which it fell back to raster. */
  readonly mode: 'raster' | 'text';
  readonly unencodable: readonly string[];
}

/** The printers of a box and their work. */
export interface Printing {
  readonly printers: () => readonly PrinterView[];
  readonly job: (id: number) => JobView | undefined;
  /** Jobs of a receipt, oldest first; those that ended long ago are forgotten. */
  readonly jobsOf: (uuid: string) => readonly JobView[];
  /** All that are remembered, newest first. */
  readonly jobs: () => readonly JobView[];
  /** Can this wish be granted for a receipt? To be asked before one is issued. */
  readonly check: (wish: PrintWish) => Result<void, PrintRefusal>;
  /** Another paper; it says that it is a repeat unless none can ever have been printed. Without a name the printer of new receipts. */
  readonly again: (uuid: string, printer?: string) => Promise<Result<JobView, PrintRefusal>>;
  readonly cancel: (id: number) => Promise<Result<JobView, CancelRefusal>>;
  /** Probes a printer and prints a test slip; works whether the service runs or not. */
  readonly test: (name: string) => Promise<Result<TestReport, 'unknown' | 'busy' | Loss | JobReason>>;
  /**
   * Hands over a slip that no receipt hangs on, for this printer or the one of new receipts. It is printed once, as soon as
   * the printer can and no receipt waits for it; it is given up after ten minutes, when twenty came after it, or with the
   * process, and no record is kept of it. Only a service prints it.
   */
  readonly notice: (slip: Slip, printer?: string) => Result<void, PrintRefusal>;
}

/** A receipt that is about to be recorded. */
export interface NewReceipt {
  readonly uuid: string;
  readonly invoiceType: InvoiceType;
  readonly at: UtcMs;
}

/** What those who record receipts need of the printers. */
export interface Desk extends Pick<Printing, 'notice'> {
  /** The jobs of a new receipt, to be recorded with it. */
  readonly jobsFor: (receipt: NewReceipt, wish: PrintWish) => readonly PrintJob[];
  /** They are on the disk. */
  readonly accept: (jobs: readonly PrintJob[]) => void;
}
