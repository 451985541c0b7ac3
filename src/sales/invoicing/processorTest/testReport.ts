import type { Bilingual, Finding, UtcMs } from '../../../base/index.js';
import type { Environment, RemoteMode, TaxLabel } from '../../../contract/index.js';
import type { IssuedInvoice, ProcessorProfile } from '../../../platform/ledger/index.js';
import type { CounterBaseline, FoundReceipt } from '../../../processors/pfr/index.js';

/** Subject of a table row, in the order of the table: decisive results first. */
export type RowName =
  | 'signing'
  | 'look-up'
  | 'unknown-id'
  | 'numbers'
  | 'last-number'
  | 'rates'
  | 'language'
  | 'time'
  | 'clock'
  | 'quirks'
  | 'profile';

/** One row of the result table. */
export interface TestRow {
  readonly name: RowName;
  /**
   * `note`: receipts are issued, but a technician should know this. `fails`: the box cannot be used with the processor
   * like this.
   */
  readonly state: 'ok' | 'note' | 'fails';
  readonly title: Bilingual;
  /** What was found, and what it means. */
  readonly found: Bilingual;
  /** What to do; null when nothing needs to be done. */
  readonly action: Bilingual | null;
}

/** Result of a processor test. */
export interface ProcessorTestReport {
  readonly environment: Environment;
  readonly mode: RemoteMode;
  readonly uid: string;
  /** True when no row failed. */
  readonly passed: boolean;
  readonly rows: readonly TestRow[];
  /** PFR numbers of the Training receipts that the processor signed. */
  readonly receipts: readonly string[];
  /** Duration of each step, ms; null when the step was not done or its answer was lost. */
  readonly times: {
    readonly status: number;
    readonly sale: number | null;
    readonly refund: number | null;
    readonly lookUps: readonly number[];
  };
  /** How far the clock of the processor is ahead of the clock of the box, ms; null when nothing was signed. */
  readonly clockAhead: number | null;
  /** The profile written to the ledger; null when too little was learned. */
  readonly profile: ProcessorProfile | null;
}

/** Outcome of one of the two receipts of the test. */
export type Tried =
  | {
      readonly kind: 'issued';
      readonly invoice: IssuedInvoice;
      /** Time from the request to its answer, ms; null when the answer was lost and the receipt was looked up. */
      readonly signingTime: number | null;
      /** When the request was sent and when the receipt was available, by the clock of the box. */
      readonly sentAt: UtcMs;
      readonly doneAt: UtcMs;
    }
  /** Certainly nothing was signed. `message` is a Serbian sentence. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The receipt may have been signed. `hasAnswered`: an answer came that could not be accepted. */
  | { readonly kind: 'lost'; readonly requestId: string; readonly hasAnswered: boolean }
  /** The ledger cannot record it. */
  | { readonly kind: 'storage' };

export type Issued = Extract<Tried, { kind: 'issued' }>;

/** Look-ups made after both receipts, while holding the processor. */
export interface LookUps {
  /** Results for the request id of the refund, of the sale before it, and of one that was never sent. */
  readonly refund: FoundReceipt;
  readonly sale: FoundReceipt;
  readonly unknown: FoundReceipt;
  /** Duration of each of the three look-ups, ms. */
  readonly times: readonly number[];
  /** Counters in the processor's status after the look-ups; undefined when it did not answer. */
  readonly counters: CounterBaseline | undefined;
  /** True when another receipt was recorded after the refund, so that the refund is not the latest one. */
  readonly isDisturbed: boolean;
}

/** Everything that a test observed about a processor. After a failure the later members are absent. */
export interface Evidence {
  readonly environment: Environment;
  readonly mode: RemoteMode;
  /** UID of the card or certificate; '' when the processor does not report it. */
  readonly uid: string;
  /** Duration of its status request, ms. */
  readonly statusTime: number;
  /** What prevents the processor from signing, according to its status. */
  readonly obstacle?: Finding;
  /** Counters in its status before the sale. */
  readonly before?: CounterBaseline;
  /** Counter of the previous Training sale in the ledger, by type; 0 for none. */
  readonly trainingSales?: number;
  readonly taxLabels: readonly TaxLabel[];
  readonly sale?: Tried;
  readonly refund?: Tried;
  readonly lookUps?: LookUps;
  /** Names of the deviations of this processor that the box has accepted since its start. */
  readonly quirks: readonly string[];
  /** Members of its status with plain values. */
  readonly fields: Readonly<Record<string, unknown>>;
}
