import { failed, ok, type Result } from '../base/result.js';
import { compileSchema } from '../base/schema.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { PrintWish } from '../printing/printing.js';
import { refusals, type ValidationError, wordsFor } from './messages.js';
import { labelsOf, type Prepared } from './order.js';
import { referenceTo } from './refund.js';
import { copyRequestSchema, DEFAULT_CASHIER } from './schema.js';

/** The body of `POST /invoices/{uuid}/copy` in the right form; the key comes by the header alone. */
export interface CopyRequest {
  readonly clientRequestId: string | null;
  readonly print: PrintWish;
}

const check = compileSchema<{ readonly print?: PrintWish }>(copyRequestSchema);

export function validateCopy(body: unknown): Result<CopyRequest, ValidationError> {
  const checked = check(body);
  if (!checked.ok) return failed(wordsFor(checked.error));
  return ok({ clientRequestId: null, print: checked.value.print ?? null });
}

/**
 * The copy of a receipt: a reprint is by law a receipt of its own, which the processor signs. It says what the original
 * says, payments too, whatever the mode of cash is today.
 */
export function prepareCopy(original: IssuedInvoice): Result<Prepared, ValidationError> {
  const { draft } = original;
  if (draft.invoiceType === 'Copy') return failed(refusals.copyIneligible());
  return ok({
    taxLabels: labelsOf(original),
    draft: {
      ...draft,
      ...referenceTo(original),
      invoiceType: 'Copy',
      cashier: DEFAULT_CASHIER,
      issueTime: null,
      adText: null,
    },
  });
}
