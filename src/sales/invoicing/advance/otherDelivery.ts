import type { InvoiceLine } from '../../../contract/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { buildDraft, type Rules } from '../draft/draft.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import type { ClosingRequest } from './closingDrafts.js';

/** Why a request does not match the final receipt: it names another delivery. Undefined when it is the same. */
export function closedOtherwise(
  advance: string,
  { draft, signature }: IssuedInvoice,
  { tendered: _, ...request }: ClosingRequest,
  rules: Rules,
): ValidationError | undefined {
  const requested = buildDraft({ ...request, payments: [] }, rules);
  if (requested.ok && textOf(requested.value.lines) === textOf(draft.lines)) return undefined;
  return validationErrors.advanceClosedOtherwise(advance, signature.invoiceNumber);
}

function textOf(lines: readonly InvoiceLine[]): string {
  return JSON.stringify(
    lines.map(({ name, unit, quantity, unitPrice, label }) => [name, unit, quantity, unitPrice, label]),
  );
}
