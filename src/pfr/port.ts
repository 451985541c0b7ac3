import type { Draft, Environment, PfrMode, Signature, TaxLabel } from '../base/fiscal.js';

export type { Signature };

/** One receipt to be signed. `requestId` is the box's own 32 hex digits, new for every attempt. */
export interface SignRequest {
  readonly requestId: string;
  readonly draft: Draft;
  /**
   * Labels and rates by which the lines were taken in: those of today, or those of the receipt that is returned or copied.
   * A real processor goes by its own.
   */
  readonly taxLabels: readonly TaxLabel[];
  /** ESIR number and version, `123/1.0`. */
  readonly esirNumber: string;
}

/**
 * The three ends of a signing. `refused` is certain: nothing was signed. `unknown` is not: the request may have
 * been signed and must be settled by looking it up, never by asking again.
 */
export type SignOutcome =
  | { readonly kind: 'signed'; readonly signature: Signature }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

export interface PfrStatus {
  readonly ok: boolean;
  readonly mode: PfrMode;
  readonly environment: Environment;
  readonly uid: string;
  readonly message: string;
}

/** A fiscal processor as the box sees it. */
export interface Pfr {
  readonly mode: PfrMode;
  readonly environment: Environment;
  status(): Promise<PfrStatus>;
  /** Labels that a receipt may carry now. */
  taxLabels(): readonly TaxLabel[];
  sign(request: SignRequest): Promise<SignOutcome>;
}
