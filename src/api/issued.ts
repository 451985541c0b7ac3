import { never } from '../base/result.js';
import { localTime } from '../base/time.js';
import type { NotIssued, SaleOutcome } from '../invoicing/order.js';
import type { QueueView } from '../invoicing/queue.js';
import type { Absent } from '../invoicing/till.js';
import { type Answer, created, failure, notFound, okay, storageFailure } from './answer.js';
import { presentInvoice } from './present.js';

/** Says that what is answered stood before this request. */
export const REPLAYED = { 'Idempotency-Replayed': 'true' } as const;

/** What the caller gets for an order: the invoice, or why there is none. */
export function answerOf(outcome: SaleOutcome | Absent, requestId: string): Answer {
  if (outcome.kind === 'issued') return created(presentInvoice(outcome.invoice));
  if (outcome.kind === 'replayed') return okay(presentInvoice(outcome.invoice), REPLAYED);
  if (outcome.kind === 'queued') return accepted(outcome.view);
  return notIssued(outcome, requestId);
}

function accepted({ order, position }: QueueView): Answer {
  const { clientRequestId, queuedAt } = order;
  return { status: 202, body: { queued: true, clientRequestId, position, queuedAt: localTime(queuedAt) } };
}

export function notIssued(outcome: NotIssued | Absent, requestId: string): Answer {
  switch (outcome.kind) {
    case 'absent':
      return notFound('Invoice');
    case 'invalid':
      return failure('validation', outcome.error.message);
    case 'refused':
      return failure('pfr_error', outcome.message);
    case 'storage':
      return storageFailure(outcome.failure, requestId, outcome.refund);
    default:
      return never(outcome);
  }
}
