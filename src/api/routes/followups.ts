import type { CloseOutcome } from '../../invoicing/closer.js';
import { validateCopy } from '../../invoicing/copy.js';
import { validateCloseAdvance } from '../../invoicing/close.js';
import { validateRefund } from '../../invoicing/refund.js';
import type { Absent } from '../../invoicing/till.js';
import { withHeaderKey } from '../../invoicing/validate.js';
import { type Answer, created, failure, type Handler, okay } from '../answer.js';
import type { followUpDocs } from '../docs/followups.js';
import { answerOf, notIssued, REPLAYED } from '../issued.js';
import type { ApiParts } from '../parts.js';
import { presentInvoice } from '../present.js';
import { refusedWish } from '../printWish.js';

/** Invoices that are made from an invoice. */
export function followUpRoutes(parts: ApiParts): Record<keyof typeof followUpDocs, Handler> {
  const { till, documents } = parts;
  return {
    async refundInvoice({ id, params, body, idempotencyKey }) {
      const shaped = validateRefund(body);
      const request = shaped.ok ? withHeaderKey(shaped.value, idempotencyKey) : shaped;
      if (!request.ok) return failure('validation', request.error.message);
      const refused = await refusedWish(parts, request.value, id);
      if (refused !== undefined) return refused;
      return answerOf(await till.refund(params['uuid'] ?? '', request.value, id), id);
    },

    async closeAdvance({ id, params, body, idempotencyKey }) {
      const shaped = validateCloseAdvance(body);
      const request = shaped.ok ? withHeaderKey(shaped.value, idempotencyKey) : shaped;
      if (!request.ok) return failure('validation', request.error.message);
      const refused = await refusedWish(parts, request.value, id);
      if (refused !== undefined) return refused;
      const outcome = await till.closeAdvance(params['uuid'] ?? '', request.value, id);
      if (outcome.kind === 'closed') documents.prefetch(outcome.final, request.value.prefetchDocument);
      return closed(outcome, id);
    },

    async copyInvoice({ id, params, body, idempotencyKey }) {
      const shaped = validateCopy(body);
      const request = shaped.ok ? withHeaderKey(shaped.value, idempotencyKey) : shaped;
      if (!request.ok) return failure('validation', request.error.message);
      const refused = await refusedWish(parts, request.value, id);
      if (refused !== undefined) return refused;
      return answerOf(await till.copy(params['uuid'] ?? '', request.value, id), id);
    },
  };
}

function closed(outcome: CloseOutcome | Absent, requestId: string): Answer {
  if (outcome.kind !== 'closed') return notIssued(outcome, requestId);
  const { advance, refund, final, isNew } = outcome;
  const body = {
    advance: presentInvoice(advance),
    advanceRefund: presentInvoice(refund),
    invoice: presentInvoice(final),
  };
  return isNew ? created(body) : okay(body, REPLAYED);
}
