import type { Environment, Finding, RemoteMode, TaxLabel, UtcMs } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { CounterBaseline, LookedUp } from '../../../processors/pfr/index.js';

/** Outcome of one of the two receipts of the test. */
export type Tried =
  | {
      readonly kind: 'issued';
      readonly invoice: IssuedInvoice;
      /** Time from the request to its answer, ms; null when the answer was lost and the receipt was looked up. */
      readonly signingTime: number | null;
      /** When the request was sent and when the receipt was available, by the clock of the box. */
      readonly askedAt: UtcMs;
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
  readonly refund: LookedUp;
  readonly sale: LookedUp;
  readonly unknown: LookedUp;
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
