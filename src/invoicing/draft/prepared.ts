import type { Draft, Environment, TaxLabel } from '../../base/index.js';
import type { IssuedInvoice } from '../../ledger/index.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';

/** A receipt that is ready to be signed. */
export interface Prepared {
  readonly draft: Draft;
  /** Labels and rates by which the lines were checked. */
  readonly taxLabels: readonly TaxLabel[];
}

/** Labels and rates of a receipt as it was signed: a refund or a copy of it keeps them, whatever holds today. */
export function labelsOf({ signature }: IssuedInvoice): TaxLabel[] {
  return signature.taxItems.map(({ label, categoryName, rate }) => ({ label, name: categoryName, rate }));
}

/** The draft of a receipt, to be repeated by a refund or a copy: without `tendered`, which belongs to the original payment. */
export function repeatedDraft({ draft }: IssuedInvoice): Draft {
  const { tendered: _, ...repeated } = draft;
  return repeated;
}

/** The two environments never mix: what refers to a receipt is issued in the environment of that receipt. */
export function environmentMismatch(original: IssuedInvoice, active: Environment): ValidationError | undefined {
  return original.environment === active ? undefined : refusals.otherEnvironment(original.environment, active);
}
