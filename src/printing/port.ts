import type { InvoiceType, Result, UtcMs } from '../base/index.js';
import type { Loss } from '../devices/index.js';
import type {
  IssuedInvoice,
  JobReason,
  JobState,
  PrinterFault,
  PrintJob,
  ProbeFindings,
  StorageFailure,
} from '../ledger/index.js';
import type { Slip } from '../slips/index.js';

/** Where the caller wants a receipt printed: a printer by name, any (true), none (false); null: as the settings say. */
export type PrintOption = string | boolean | null;

/**
 * A job as it is shown. `blocked` is `queued` or `sending` and cannot go on until somebody mends the printer or its connection:
 * the reason says what is wrong. Jobs behind it are `queued`, without a reason.
 */
export interface PrintJobStatus extends Omit<PrintJob, 'state' | 'reason'> {
  readonly state: JobState | 'blocked';
  readonly reason: JobReason | Loss | null;
}

/** What proves that a paper was printed, the strongest first. */
export const PROOFS = ['process-id', 'queued-status', 'status', 'none'] as const;
export type Proof = (typeof PROOFS)[number];

/** `idle`: ready as far as is known; `blocked`: the printer says what is wrong; `offline`: it is not reached. */
export const PRINTER_STATES = ['idle', 'printing', 'blocked', 'offline'] as const;

export interface PrinterStatus {
  readonly name: string;
  readonly address: string;
  readonly state: (typeof PRINTER_STATES)[number];
  readonly reason: PrinterFault | Loss | null;
  /** Null while the printer was never probed. */
  readonly proof: Proof | null;
  /** Jobs that wait or are under way. */
  readonly waiting: number;
}

/**
 * Why nothing can be printed. `unset`: no printer is set; `unknown`: none of this name is; `absent`: there is no such receipt; `proven`: its
 * paper is proven, and only a Copy may be printed.
 */
export type PrintRefusal =
  | { readonly kind: 'unset' | 'unknown' | 'absent' | 'proven' }
  | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** Why a job cannot be cancelled. `absent`: there is none; `sent`: bytes have left; `ended`: it has an end. */
export type CancelRefusal =
  { readonly kind: 'absent' | 'sent' | 'ended' } | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** Why a drawer was not opened, as far as is known. `no drawer`: the setting of the printer names none. */
export type DrawerRefusal = 'unknown' | 'no drawer' | 'busy' | Loss | JobReason;

/** What a test of a printer found. */
export interface TestReport {
  readonly printer: PrinterStatus;
  readonly findings: ProbeFindings;
  /** How the test slip ended. */
  readonly state: JobState;
  readonly reason: JobReason | null;
  /** How it was drawn, and the characters for which it fell back to raster. */
  readonly mode: 'raster' | 'text';
  readonly unencodable: readonly string[];
}

/** The printers of a box and their work. */
export interface Printing {
  readonly printers: () => readonly PrinterStatus[];
  readonly job: (id: number) => PrintJobStatus | undefined;
  /** Jobs of a receipt, oldest first; those that ended long ago are forgotten. */
  readonly jobsOf: (uuid: string) => readonly PrintJobStatus[];
  /** All that are remembered, newest first. */
  readonly jobs: () => readonly PrintJobStatus[];
  /** Is there a printer for this option? To be asked before a receipt is issued. */
  readonly checkPrintOption: (option: PrintOption) => Result<void, PrintRefusal>;
  /** Is the paper of this receipt proven, so that only a Copy may be printed? */
  readonly needsCopy: (invoice: Pick<IssuedInvoice, 'uuid' | 'draft'>) => Promise<boolean>;
  /** Prints a receipt again, unless it {@link needsCopy}; the paper says that it is a repeat unless none was printed. Without a name: the printer of its last job, else that of new receipts. */
  readonly reprint: (uuid: string, printer?: string) => Promise<Result<PrintJobStatus, PrintRefusal>>;
  readonly cancel: (id: number) => Promise<Result<PrintJobStatus, CancelRefusal>>;
  /** Probes a printer and prints a test slip; works whether the service runs or not. */
  readonly test: (name: string) => Promise<Result<TestReport, 'unknown' | 'busy' | Loss | JobReason>>;
  /** Opens the cash drawer at a printer, now or not at all: one that opened by itself later would stand open unseen. */
  readonly openDrawer: (name: string) => Promise<Result<void, DrawerRefusal>>;
  /**
   * Hands over an info slip, one that belongs to no receipt, for this printer or the one of new receipts. It is printed once, as
   * soon as the printer can and no receipt waits for it; it is dropped after ten minutes, when twenty came after it, or with
   * the process, and no record is kept of it. Only a service prints it.
   */
  readonly printInfo: (slip: Slip, printer?: string) => Result<void, PrintRefusal>;
}

/** A receipt that is about to be recorded. */
export interface NewReceipt {
  readonly uuid: string;
  readonly invoiceType: InvoiceType;
  readonly at: UtcMs;
}

/** What recording a receipt needs of the printers. */
export interface ReceiptPrinting extends Pick<Printing, 'printInfo'> {
  /** The jobs of a new receipt, to be recorded with it. */
  readonly jobsFor: (receipt: NewReceipt, option: PrintOption) => readonly PrintJob[];
  /** Takes jobs that are on the disk. */
  readonly enqueueRecorded: (jobs: readonly PrintJob[]) => void;
}
