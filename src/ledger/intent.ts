import type { CounterBaseline, Draft, Environment, PfrMode, TaxLabel, UtcMs } from '../base/index.js';

/**
 * A receipt that a processor is about to be asked for. It is on the disk before the first byte leaves, and holds all that
 * the receipt is made of, so that an answer that comes late, or is looked up after a power cut, can be recorded whole.
 */
export interface Intent {
  /** 32 hex digits under which the processor is asked, new for each attempt. */
  readonly requestId: string;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly draft: Draft;
  readonly taxLabels: readonly TaxLabel[];
  /** ESIR number and version. */
  readonly esirNumber: string;
  /** What was known of the processor just before. On flash it is `witness`, the name of the first release. */
  readonly counterBaseline: CounterBaseline;
  /** The caller's idempotency key; it stays taken until the intent is settled. */
  readonly clientRequestId: string | null;
  /** SHA-256 (hex) of what was asked for, with or without a key. */
  readonly fingerprint: string;
  /** Printer for its paper, or whether there shall be one; absent: as the settings say when it is recorded. */
  readonly print?: string | boolean;
  /** Number of the API key that asked for it; absent in records of earlier releases, and where no key asked. */
  readonly apiKey?: number;
  /** When it was asked for, by the clock of the box. */
  readonly createdAt: UtcMs;
  /**
   * An answer came that could not be accepted. The processor may have signed and forgotten it, so that only the running numbers
   * of later receipts prove that it has not.
   */
  readonly hasAnswered?: true;
  /** PFR number of the first receipt without a key that the same goods were sold under while the outcome was not known. */
  readonly soldAgainAs?: string;
}

/**
 * The states of an intent. Only its records are on flash: after a start every open intent is `asking`. A result record makes
 * it `signed`, an abort record `aborted`.
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
  /** The processor refused, or was not reached. */
  | { readonly by: 'processor'; readonly code: string | null }
  /** It knows nothing of the request, and its running number shows that it has signed nothing since. */
  | { readonly by: 'counter' }
  /** A person has decided so. */
  | { readonly by: 'person'; readonly reason: string };
