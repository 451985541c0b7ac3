import type { CounterBaseline, Draft, Environment, PfrMode, TaxLabel, UtcMs } from '../../base/index.js';

/**
 * A receipt for which a request to a processor is about to be sent. It is on the disk before the first byte is sent,
 * and contains everything the receipt is made of. An answer that comes late, or is looked up after a power cut, can
 * therefore be recorded completely.
 */
export interface Intent {
  /** Request id sent to the processor, 32 hex digits, new for each attempt. */
  readonly requestId: string;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly draft: Draft;
  readonly taxLabels: readonly TaxLabel[];
  /** ESIR number and version. */
  readonly esirNumber: string;
  /**
   * What was known of the processor's counters just before. On flash it is named `witness`, as in the first release.
   */
  readonly counterBaseline: CounterBaseline;
  /** The caller's idempotency key; it is in use until the intent is reconciled. */
  readonly clientRequestId: string | null;
  /** SHA-256 (hex) of the request, with or without a key. */
  readonly fingerprint: string;
  /** The printer, or whether to print; absent: as the settings say when the receipt is recorded. */
  readonly print?: string | boolean;
  /** Number of the API key that requested it; absent in records of earlier releases and without a key. */
  readonly apiKey?: number;
  /** Time of the request, by the clock of the box. */
  readonly createdAt: UtcMs;
  /**
   * An unacceptable answer came. The processor may have signed and forgotten the request, so only the counters of later
   * receipts prove that it has not.
   */
  readonly hasAnswered?: true;
  /**
   * PFR number of the first receipt without a key under which the same goods were sold while the outcome was unknown.
   */
  readonly soldAgainAs?: string;
}

/**
 * The states of an intent. Flash has only the records of an intent: after a start every open intent is `asking`. A
 * result record makes it `signed`, an abort record `aborted`.
 */
export const INTENT_STATES = {
  asking: {
    meaning: 'the processor is being asked to sign, or is looked up until it tells the outcome',
    isOpen: true,
    next: ['doubt', 'notHeld', 'signed', 'aborted'],
  },
  doubt: {
    meaning:
      'neither the processor nor the running numbers prove that it was signed, or that it was not; a person may decide',
    isOpen: true,
    next: ['asking', 'notHeld', 'signed', 'aborted'],
  },
  notHeld: {
    meaning: 'the running numbers prove that it was signed; its content is not held until a person adds the link',
    isOpen: true,
    next: ['asking', 'doubt', 'signed', 'aborted'],
  },
  signed: { meaning: 'its receipt is in the ledger', isOpen: false, next: [] },
  aborted: { meaning: 'it is certain that nothing was signed', isOpen: false, next: [] },
} as const;

export type IntentState = keyof typeof INTENT_STATES;
/** The states of an intent whose outcome is not recorded. */
export type OpenIntentState = {
  [S in IntentState]: (typeof INTENT_STATES)[S]['isOpen'] extends true ? S : never;
}[IntentState];

/** Why it is certain that nothing was signed for an intent. */
export type AbortCause =
  /** The processor refused, or could not be reached. */
  | { readonly by: 'processor'; readonly code: string | null }
  /** The processor does not know the request, and its counter shows that it has signed nothing since. */
  | { readonly by: 'counter' }
  /** A person decided so. */
  | { readonly by: 'person'; readonly reason: string };
