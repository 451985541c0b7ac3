import type { Draft, Environment, TaxLabel } from '../../../contract/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { validationErrors } from './refusals/validationErrors.js';
import type { ValidationError } from './refusals/sentence.js';

/** A receipt that is ready to be signed. */
export interface Prepared {
  readonly draft: Draft;
  /** Labels and rates that the lines were checked against. */
  readonly taxLabels: readonly TaxLabel[];
}

/** Labels and rates of a receipt as it was signed. Its refunds and copies use them, whatever applies today. */
export function labelsOf({ signature }: IssuedInvoice): TaxLabel[] {
  return signature.taxItems.map(({ label, categoryName, rate, perUnit }) => ({
    label,
    name: categoryName,
    rate,
    ...(perUnit !== undefined && { perUnit }),
  }));
}

/**
 * The draft of a receipt for a refund or a copy, without `tendered` and `paidInAdvance`, which belong to the original
 * payment.
 */
export function repeatedDraft({ draft }: IssuedInvoice): Draft {
  const { tendered: _, paidInAdvance: _advance, ...repeated } = draft;
  return repeated;
}

/**
 * Refuses a reference across environments: a receipt that refers to another is issued in that receipt's environment.
 */
export function environmentMismatch(original: IssuedInvoice, active: Environment): ValidationError | undefined {
  return original.environment === active ? undefined : validationErrors.otherEnvironment(original.environment, active);
}
