import { closeAdvanceRequestSchema, copyRequestSchema, refundRequestSchema } from '../../invoicing/schema.js';
import type { RouteDoc } from '../openapi.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { idempotencyKey, json, replayed, replayHeader, uuidParameter } from './parameters.js';

/** Invoices that are made from an invoice. */
export const followUpDocs = {
  refundInvoice: {
    method: 'post',
    path: '/invoices/{uuid}/refund',
    summary: 'Refund a whole invoice',
    description:
      'Only an issued `Normal` or `Advance` sale. A buyer is needed, here or on the original; to void an own receipt ' +
      'send `10:<own TIN>`. Asked for again without an `Idempotency-Key`, a second refund is issued.',
    parameters: [uuidParameter, idempotencyKey],
    requestBody: refundRequestSchema,
    bodyIsOptional: true,
    responses: { 200: replayed, 201: json('Issued.', shapes.Invoice) },
    errors: [400, 404, 409, 422],
  },
  closeAdvance: {
    method: 'post',
    path: '/invoices/{uuid}/close-advance',
    summary: 'Refund an advance and issue the final invoice; a repeat issues only what is missing',
    description:
      'Of several advances, each of which refers to the one before, the last is closed, and its refund returns them all. ' +
      'The final invoice is validated before the refund is issued.',
    parameters: [uuidParameter, idempotencyKey],
    requestBody: closeAdvanceRequestSchema,
    responses: {
      200: { ...json('Both documents stood already.', shapes.ClosedAdvance), headers: replayHeader },
      201: json('The final invoice was issued now.', shapes.ClosedAdvance),
    },
    errors: [400, 404, 409, 422],
  },
  copyInvoice: {
    method: 'post',
    path: '/invoices/{uuid}/copy',
    summary: 'Issue a copy of an invoice',
    description: 'Not of a copy. Asked for again without an `Idempotency-Key`, a second copy is issued.',
    parameters: [uuidParameter, idempotencyKey],
    requestBody: copyRequestSchema,
    bodyIsOptional: true,
    responses: { 200: replayed, 201: json('Issued.', shapes.Invoice) },
    errors: [400, 404, 409, 422],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
