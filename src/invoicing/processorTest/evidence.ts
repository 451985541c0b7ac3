import type { Environment, Finding, RemoteMode, TaxLabel, UtcMs } from '../../base/index.js';
import type { IssuedInvoice } from '../../ledger/index.js';
import type { CounterBaseline, LookedUp } from '../../pfr/index.js';

/** How one of the two receipts of the test ended. */
export type Tried =
  | {
      readonly kind: 'issued';
      readonly invoice: IssuedInvoice;
      /** From the request to its answer, ms; null when the answer was lost and the receipt was looked up. */
      readonly signingTime: number | null;
      /** When it was asked for and when it was there, by the clock of the box. */
      readonly askedAt: UtcMs;
      readonly doneAt: UtcMs;
    }
  /** Certainly nothing was signed. `message` is a Serbian sentence. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It may have been signed. `hasAnswered`: an answer came that could not be accepted. */
  | { readonly kind: 'lost'; readonly requestId: string; readonly hasAnswered: boolean }
  /** The ledger does not take it. */
  | { readonly kind: 'storage' };

export type Issued = Extract<Tried, { kind: 'issued' }>;

/** What was looked up after both receipts, with the processor held. */
export interface LookUps {
  /** Under the request id of the refund, of the sale before it, and of one that was never sent. */
  readonly refund: LookedUp;
  readonly sale: LookedUp;
  readonly unknown: LookedUp;
  /** How long each of the three took, ms. */
  readonly times: readonly number[];
  /** Counters in its status after them; undefined when it did not answer. */
  readonly counters: CounterBaseline | undefined;
  /** Was another receipt recorded after the refund? Then the refund is not the latest. */
  readonly isDisturbed: boolean;
}

/** All that a test has seen of a processor. What comes after a failure is absent. */
export interface Evidence {
  readonly environment: Environment;
  readonly mode: RemoteMode;
  /** '' when it does not tell it. */
  readonly uid: string;
  /** How long its status took, ms. */
  readonly statusTime: number;
  /** What keeps it from signing, as its state says. */
  readonly obstacle?: Finding;
  /** Counters in its status before the sale. */
  readonly before?: CounterBaseline;
  /** Number of the Training sale before in the ledger, by type; 0 for none. */
  readonly trainingSales?: number;
  readonly taxLabels: readonly TaxLabel[];
  readonly sale?: Tried;
  readonly refund?: Tried;
  readonly lookUps?: LookUps;
  /** Oddities of this processor that the box has accepted since its start, by name. */
  readonly quirks: readonly string[];
  /** Plain members of its status. */
  readonly fields: Readonly<Record<string, unknown>>;
}
