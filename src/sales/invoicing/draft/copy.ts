import { compileSchema, failed, ok, type Result } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { PrintOption } from '../../../paper/printing/index.js';
import { wordsFor } from './refusals/form.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';
import { labelsOf, type Prepared, repeatedDraft } from './prepared.js';
import { referenceTo } from './refund.js';
import { copyRequestSchema, DEFAULT_CASHIER } from './schema.js';

/** The validated body of `POST /invoices/{uuid}/copy`. */
export interface CopyRequest {
  readonly clientRequestId: string | null;
  readonly print: PrintOption;
}

const check = compileSchema<{ readonly clientRequestId?: string | null; readonly print?: PrintOption }>(
  copyRequestSchema,
);

export function validateCopy(body: unknown): Result<CopyRequest, ValidationError> {
  const checked = check(body);
  if (!checked.ok) return failed(wordsFor(checked.error));
  const { clientRequestId = null, print = null } = checked.value;
  return ok({ clientRequestId, print });
}

/**
 * Prepares the copy of a receipt. By law a reprint is a receipt of its own, signed by the processor. It repeats the
 * original with its payments, even if today's settings would not allow them.
 */
export function prepareCopy(original: IssuedInvoice): Result<Prepared, ValidationError> {
  if (original.draft.invoiceType === 'Copy') return failed(refusals.copyIneligible());
  return ok({
    taxLabels: labelsOf(original),
    draft: {
      ...repeatedDraft(original),
      ...referenceTo(original),
      invoiceType: 'Copy',
      cashier: DEFAULT_CASHIER,
      issueTime: null,
      adText: null,
    },
  });
}
