import type { LocalTime, Para, Thousandths, UtcMs } from '../../../base/index.js';

/** A record of a box by its place in the chain. `hash` has the first 16 hex digits of its SHA-256. */
export interface Place {
  readonly sequence: number;
  readonly hash: string;
}

/** A published record of a box's ledger. */
export interface DecodedRecord {
  /** How often the box had started. */
  readonly epoch: number;
  readonly sequence: number;
  /** SHA-256 of the record, 64 hex digits. */
  readonly hash: string;
  /** Hash of the record before it in the ledger. */
  readonly previous: string;
  /** The published record before this one; null: the first of the ledger. */
  readonly after: Place | null;
  /** True when the box itself has verified that the record contains the hash of the one before it. */
  readonly isChained: boolean;
  /** By the clock of the box, which may be wrong. */
  readonly recordedAt: UtcMs;
  readonly events: readonly DecodedEvent[];
  /** Null with `invoice.issued` or `invoice.refunded`: the receipt could not be read. */
  readonly receipt: DecodedReceipt | null;
  /** The JSON unchanged. */
  readonly source: unknown;
}

export interface DecodedEvent {
  readonly type: string;
  /** The same for both events of one attempt to issue. */
  readonly attemptId: string | null;
  /** PFR number of an issued invoice, where the record has no receipt with it. */
  readonly number: string | null;
  /** Data about an invoice, where the record has no receipt with it. */
  readonly sale: DecodedSale | null;
  /** The JSON unchanged. */
  readonly source: unknown;
}

/** The data that turnover is counted from. */
export interface DecodedSale {
  readonly environment: string;
  readonly invoiceType: string;
  readonly transactionType: string;
  readonly total: Para;
  /** By the clock of the box. */
  readonly createdAt: LocalTime;
  /**
   * `2026-11-21`, the day for which it counts: that of its PFR time, or of {@link createdAt} where a box has sent none.
   */
  readonly day: string;
}

export interface DecodedReceipt extends DecodedSale {
  readonly uuid: string;
  readonly cashier: string | null;
  readonly payments: readonly { readonly paymentType: string; readonly amount: Para }[];
  readonly items: readonly DecodedItem[];
  readonly taxItems: readonly DecodedTax[];
  readonly buyerId: string | null;
  readonly buyerCostCenterId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly referentDocumentDT: LocalTime | null;
  readonly clientRequestId: string | null;
  readonly journal: string | null;
  readonly pfr: DecodedPfr;
}

export interface DecodedItem {
  readonly name: string;
  readonly unit: string;
  readonly quantity: Thousandths;
  readonly unitPrice: Para;
  readonly totalAmount: Para;
  readonly label: string;
  /** Labels besides {@link label}; absent without any. */
  readonly moreLabels?: readonly string[];
  readonly gtin: string | null;
}

export interface DecodedTax {
  readonly label: string;
  readonly categoryName: string;
  /** Percent, or RSD for each unit with `perUnit`. */
  readonly rate: number;
  readonly perUnit: boolean;
  readonly amount: Para;
  readonly total: Para;
}

export interface DecodedPfr {
  readonly mode: string;
  readonly fiscal: boolean;
  readonly requestedBy: string | null;
  readonly signedBy: string | null;
  readonly invoiceNumber: string | null;
  readonly invoiceCounter: string | null;
  readonly sdcDateTime: LocalTime | null;
  readonly verificationUrl: string | null;
}

/** The state that a box publishes about itself. */
export interface DecodedState {
  readonly at: UtcMs;
  readonly version: string;
  readonly environment: string;
  /** Sequence of its last record. */
  readonly sequence: number;
  /** 64 hex digits. */
  readonly hash: string;
  readonly epoch: number;
  readonly catalogue: { readonly group: string; readonly version: number } | null;
  readonly problems: readonly DecodedProblem[];
  /** Records that are not published yet. */
  readonly behind: number;
}

interface DecodedProblem {
  readonly check: string;
  readonly state: string;
  /** An English sentence. */
  readonly text: string;
}
