import type { Draft, Environment, PfrMode, TaxLabel, UtcMs, Witness } from '../base/fiscal.js';

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
  readonly witness: Witness;
  /** The caller's idempotency key; it stays taken until the intent is settled. */
  readonly clientRequestId: string | null;
  /** SHA-256 (hex) of what was asked for, with or without a key. */
  readonly fingerprint: string;
  /** Printer for its paper, or whether there shall be one; absent: as the settings say when it is recorded. */
  readonly print?: string | boolean;
  /** When it was asked for, by the clock of the box. */
  readonly createdAt: UtcMs;
  /**
   * The processor has answered, and what it said could not be believed. It may have signed and lost all that it keeps of it:
   * that it knows nothing proves nothing then.
   */
  readonly hasAnswered?: true;
}

/** Why it is certain that nothing was signed for an intent. */
export type AbortCause =
  /** The processor refused, or was not reached. */
  | { readonly by: 'processor'; readonly code: string | null }
  /** It knows nothing of the request, and has signed nothing since. */
  | { readonly by: 'witness' }
  /** A person has decided so. */
  | { readonly by: 'person'; readonly reason: string };
