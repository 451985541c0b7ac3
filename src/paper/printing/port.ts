import type { InvoiceType } from '../../contract/index.js';
import type { Result, UtcMs } from '../../base/index.js';
import type { Loss } from '../../platform/devices/index.js';
import type {
  IssuedInvoice,
  JobReason,
  JobState,
  PrinterFault,
  PrintJob,
  ProbeFindings,
  StorageFailure,
} from '../../platform/ledger/index.js';
import type { Slip } from '../slips/index.js';

/**
 * Where the caller wants a receipt printed: a printer by name, any (true), none (false); null: according to the
 * settings.
 */
export type PrintOption = string | boolean | null;

/**
 * A job for display. `blocked` is a `queued` or `sending` job that cannot continue until the printer or its connection
 * is fixed; the reason has the fault. Jobs behind it are `queued`, without a reason.
 */
export interface PrintJobStatus extends Omit<PrintJob, 'state' | 'reason'> {
  readonly state: JobState | 'blocked';
  readonly reason: JobReason | Loss | null;
}

/** The evidence that a paper was printed, the strongest first. */
export const PROOFS = ['process-id', 'queued-status', 'status', 'none'] as const;
export type Proof = (typeof PROOFS)[number];

/** `idle`: ready as far as known; `blocked`: the printer reports a fault; `offline`: it cannot be reached. */
export const PRINTER_STATES = ['idle', 'printing', 'blocked', 'offline'] as const;

export interface PrinterStatus {
  readonly name: string;
  readonly address: string;
  readonly state: (typeof PRINTER_STATES)[number];
  readonly reason: PrinterFault | Loss | null;
  /** Null while the printer was never probed. */
  readonly proof: Proof | null;
  /** Jobs that are queued or under way. */
  readonly waiting: number;
}

/**
 * Why nothing can be printed. `unset`: no printer is configured; `unknown`: none has this name; `absent`: there is no
 * such receipt; `proven`: the printer has confirmed a slip of this receipt, so only a Copy may be printed.
 */
export type PrintRefusal =
  | { readonly kind: 'unset' | 'unknown' | 'absent' | 'proven' }
  | { readonly kind: 'storage'; readonly failure: StorageFailure };

/**
 * Why a job cannot be cancelled. `absent`: there is no such job; `sent`: bytes have been sent; `ended`: it has ended.
 */
export type CancelRefusal =
  { readonly kind: 'absent' | 'sent' | 'ended' } | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** Why a drawer was not opened, as far as known. `no drawer`: the setting of the printer names none. */
export type DrawerRefusal = 'unknown' | 'no drawer' | 'busy' | Loss | JobReason;

/** The result of a printer test. */
export interface TestReport {
  readonly printer: PrinterStatus;
  readonly findings: ProbeFindings;
  /** How the test slip ended. */
  readonly state: JobState;
  readonly reason: JobReason | null;
  /** The mode that was used, and the characters that caused a fallback to raster. */
  readonly mode: 'raster' | 'text';
  readonly unencodable: readonly string[];
}

/** The printers of a box and their jobs. */
export interface Printing {
  readonly printers: () => readonly PrinterStatus[];
  readonly job: (id: number) => PrintJobStatus | undefined;
  /** Jobs of a receipt, oldest first. Jobs that ended long ago are no longer stored. */
  readonly jobsOf: (uuid: string) => readonly PrintJobStatus[];
  /** All stored jobs, newest first. */
  readonly jobs: () => readonly PrintJobStatus[];
  /** Checks that there is a printer for this option. Call it before a receipt is issued. */
  readonly checkPrintOption: (option: PrintOption) => Result<void, PrintRefusal>;
  /** True when the paper of this receipt is proven, so that only a Copy may be printed. */
  readonly needsCopy: (invoice: Pick<IssuedInvoice, 'uuid' | 'draft'>) => Promise<boolean>;
  /**
   * Prints a receipt again, unless it {@link needsCopy}. The paper is marked as a repeat unless none was printed.
   * Without a name: on the printer of its last job, else on that of new receipts.
   */
  readonly reprint: (uuid: string, printer?: string) => Promise<Result<PrintJobStatus, PrintRefusal>>;
  readonly cancel: (id: number) => Promise<Result<PrintJobStatus, CancelRefusal>>;
  /** Probes a printer and prints a test slip. Works whether or not the service runs. */
  readonly test: (name: string) => Promise<Result<TestReport, 'unknown' | 'busy' | Loss | JobReason>>;
  /**
   * Opens the cash drawer at a printer at once or fails. A drawer that opened later, unattended, would go unnoticed.
   */
  readonly openDrawer: (name: string) => Promise<Result<void, DrawerRefusal>>;
  /**
   * Prints an info slip, which is a slip without a receipt, on this printer or the one of new receipts. It is printed
   * once, as soon as the printer is ready and no receipt waits for it. It is dropped after ten minutes, when twenty
   * more arrived after it, or when the process ends, and is not recorded. Only the service prints it.
   */
  readonly printInfo: (slip: Slip, printer?: string) => Result<void, PrintRefusal>;
}

/** A receipt that is about to be recorded. */
export interface NewReceipt {
  readonly uuid: string;
  readonly invoiceType: InvoiceType;
  readonly at: UtcMs;
}

/** The printing functions that the recording of a receipt needs. */
export interface ReceiptPrinting extends Pick<Printing, 'printInfo'> {
  /** The jobs of a new receipt, to be recorded with it. */
  readonly jobsFor: (receipt: NewReceipt, option: PrintOption) => readonly PrintJob[];
  /** Queues jobs that are durably recorded. */
  readonly enqueueRecorded: (jobs: readonly PrintJob[]) => void;
}
