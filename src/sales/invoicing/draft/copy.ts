import { compileSchema, failed, ok, type Result } from '../../../base/index.js';
import type { Draft } from '../../../contract/index.js';
import { imitationIn } from '../../../paper/journal/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { PrintOption } from '../../../paper/printing/index.js';
import { refusalFor } from './refusals/form.js';
import { validationErrors } from './refusals/validationErrors.js';
import type { ValidationError } from './refusals/sentence.js';
import { labelsOf, type Prepared, repeatedDraft } from './prepared.js';
import { referenceTo } from './refund.js';
import { copyRequestSchema, DEFAULT_CASHIER } from './requestSchema.js';
import { readRow, readText } from './validate.js';

/** The validated body of `POST /invoices/{uuid}/copy`. */
export interface CopyRequest {
  readonly clientRequestId: string | null;
  /** Null: the program itself issues the copy. A page gives the name of its user. */
  readonly cashier: string | null;
  readonly print: PrintOption;
}

const check = compileSchema<Partial<CopyRequest>>(copyRequestSchema);

export function validateCopy(body: unknown): Result<CopyRequest, ValidationError> {
  const checked = check(body);
  if (!checked.ok) return failed(refusalFor(checked.error));
  const { clientRequestId = null, cashier = null, print = null } = checked.value;
  return ok({ clientRequestId, cashier: readText(cashier), print });
}

/**
 * Prepares the copy of a receipt. By law a reprint is a receipt of its own, signed by the processor. It repeats the
 * original with its payments, even if today's settings would not allow them.
 */
export function prepareCopy(original: IssuedInvoice, cashier: string | null): Result<Prepared, ValidationError> {
  if (original.draft.invoiceType === 'Copy') return failed(validationErrors.copyIneligible());
  const draft: Draft = {
    ...repeatedDraft(original),
    ...referenceTo(original),
    invoiceType: 'Copy',
    cashier: readRow(cashier) ?? DEFAULT_CASHIER,
    issueTime: null,
    adText: null,
  };
  // The lines were already printed and must be repeated unchanged, so they are not checked.
  const imitation = imitationIn({ ...draft, lines: [] });
  return imitation === undefined
    ? ok({ draft, taxLabels: labelsOf(original) })
    : failed(validationErrors.imitates(imitation));
}
