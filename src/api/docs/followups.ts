import { closeAdvanceRequestSchema, refundRequestSchema } from '../../invoicing/schema.js';
import type { RouteDoc } from '../openapi.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { idempotencyKey, json, replayed, replayHeader, uuidParameter } from './parameters.js';

/** Invoices that are made from an invoice. */
export const followUpDocs = {
  refundInvoice: {
    method: 'post',
    path: '/invoices/{uuid}/refund',
    summary: 'Refund a whole invoice',
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
    parameters: [uuidParameter, idempotencyKey],
    responses: { 200: replayed, 201: json('Issued.', shapes.Invoice) },
    errors: [404, 409, 422],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
