import { copyRequestSchema, validateCopy } from '../../../sales/invoicing/index.js';
import { invoiceSchema } from '../invoice.js';
import { askerOf, issuedResponse, ofPath, readIssuingRequest } from '../issuing.js';
import { idempotencyKey, json, replayed, uuidParameter } from '../parameters.js';
import type { ResourceParts } from '../parts.js';
import type { Resource } from '../resource.js';

/** `POST /invoices/{uuid}/copy`. */
export const copy = {
  tag: 'Invoices',
  requests: { CopyRequest: copyRequestSchema },
  routes: {
    copyInvoice: {
      method: 'post',
      isSale: true,
      path: '/invoices/{uuid}/copy',
      summary: 'Issue a copy of an invoice',
      description: 'Not of a copy. Asked for again without an `Idempotency-Key`, a second copy is issued.',
      parameters: [uuidParameter, idempotencyKey],
      requestBody: copyRequestSchema,
      bodyIsOptional: true,
      responses: { 200: replayed, 201: json('Issued.', invoiceSchema) },
      errors: [400, 404, 409, 422],
      async handler(ctx, parts) {
        const request = await readIssuingRequest(ctx, validateCopy, parts);
        if (!request.ok) return request.error;
        const outcome = await parts.invoicing.copy(ctx.params.uuid ?? '', request.value, ctx.state.id, askerOf(ctx));
        return issuedResponse(ofPath(outcome), ctx, parts);
      },
    },
  },
} satisfies Resource<Pick<ResourceParts, 'ledger' | 'invoicing' | 'printing'>>;
