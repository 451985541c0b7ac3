import { failed, ok, type Result } from '../base/result.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import { refusals, type ValidationError } from './messages.js';
import { labelsOf, type Prepared } from './order.js';
import { referenceTo } from './refund.js';
import { DEFAULT_CASHIER } from './schema.js';

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
