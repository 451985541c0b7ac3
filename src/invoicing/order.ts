import type { Draft, Environment, TaxLabel } from '../base/fiscal.js';
import type { Result } from '../base/result.js';
import type { Reservation, StorageFailure } from '../ledger/entry.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Rules } from './draft.js';
import type { RequestKey } from './fingerprint.js';
import type { Refusal } from '../pfr/port.js';
import type { PrintWish } from '../printing/printing.js';
import { refusals, type ValidationError } from './messages.js';
import type { QueueView } from './queueView.js';

/** Something to be issued once. A sale, a refund, a copy and both papers of a closed advance go the same way as orders. */
export interface Order {
  /** Taken when it was asked for: a switch of environment meanwhile does not move a receipt that is under way. */
  readonly environment: Environment;
  /** Must it wait its turn? What refers to a receipt must, unless its maker has the turn already. */
  readonly takesTurn: boolean;
  /** Null without an idempotency key. */
  readonly key: RequestKey | null;
  /** SHA-256 (hex) of what is asked for, with or without a key; worked out only where it is needed. */
  readonly fingerprint: () => string;
  /** Room that its maker keeps for it, who then has the processor to itself too; without it, both are asked for. */
  readonly room?: Reservation;
  /** It may be kept for later: a processor that is known to be out of reach need not be waited for. */
  readonly mayWait?: true;
  /** What is to become of its paper. */
  readonly print: PrintWish;
  /** Called when it is certain that the order was not carried out before. */
  readonly prepare: (rules: Rules) => Result<Prepared, ValidationError>;
}

/** How an order ends. Only with `issued` was anything new signed. */
export type IssueOutcome =
  | { readonly kind: 'issued'; readonly invoice: IssuedInvoice }
  /** The same request was answered before, under the same idempotency key. */
  | { readonly kind: 'replayed'; readonly invoice: IssuedInvoice }
  | NotIssued;

/** The processor refused, was not reached or is busy: nothing was signed; or an end is not known, and the message says so. */
export interface Refused {
  readonly kind: 'refused';
  readonly message: string;
  /** As the processor's {@link Refusal}; absent also when it is busy, or an end is not known. */
  readonly about?: Refusal['about'];
}

/** It could not be sent, is on the disk, and will be issued when the processor is back. */
export interface Queued {
  readonly kind: 'queued';
  readonly view: QueueView;
}

/** How a sale ends that may wait in the queue. */
export type SaleOutcome = IssueOutcome | Queued;

export type NotIssued =
  | { readonly kind: 'invalid'; readonly error: ValidationError }
  | Refused
  /** Nothing was signed, because it could not have been recorded; or it was signed, and the disk then failed. */
  | {
      readonly kind: 'storage';
      readonly failure: StorageFailure;
      /** PFR number of the refund that was issued before this and stands. */
      readonly refund?: string;
    };

/** What goes to the processor. */
export interface Prepared {
  readonly draft: Draft;
  /** Labels and rates by which the lines were taken in. */
  readonly taxLabels: readonly TaxLabel[];
}

/** Labels and rates of a receipt as it was signed: what returns or copies it goes by them, whatever holds today. */
export function labelsOf({ signature }: IssuedInvoice): TaxLabel[] {
  return signature.taxItems.map(({ label, categoryName, rate }) => ({ label, name: categoryName, rate }));
}

/** The two environments never mix: what refers to a receipt is of the environment of that receipt. */
export function elsewhere(original: IssuedInvoice, active: Environment): ValidationError | undefined {
  return original.environment === active ? undefined : refusals.otherEnvironment(original.environment, active);
}
