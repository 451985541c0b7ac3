import { refundRequestSchema, validateRefund } from '../../../sales/invoicing/index.js';
import { invoiceSchema } from '../invoice.js';
import { askerOf, issuedResponse, ofPath, readIssuingRequest } from '../issuing.js';
import { idempotencyKey, json, replayed, uuidParameter } from '../parameters.js';
import type { ResourceParts } from '../parts.js';
import type { Resource } from '../resource.js';

/** The field of a receipt that names the sale it refunds. */

/** `POST /invoices/{uuid}/refund`. */
export const refund = {
  tag: 'Invoices',
  requests: { RefundRequest: refundRequestSchema },
  routes: {
    refundInvoice: {
      method: 'post',
      isSale: true,
      path: '/invoices/{uuid}/refund',
      summary: 'Refund a whole invoice',
      description:
        'Only an issued `Normal` or `Advance` sale. A buyer is needed, here or on the original; to void an own receipt ' +
        'send `10:<own TIN>`. Asked for again without an `Idempotency-Key`, a second refund is issued.',
      parameters: [uuidParameter, idempotencyKey],
      requestBody: refundRequestSchema,
      bodyIsOptional: true,
      responses: { 200: replayed, 201: json('Issued.', invoiceSchema) },
      errors: [400, 404, 409, 422],
      async handler(ctx, parts) {
        const request = await readIssuingRequest(ctx, validateRefund, parts);
        if (!request.ok) return request.error;
        const uuid = ctx.params.uuid ?? '';
        const outcome = await parts.invoicing.refund(uuid, request.value, ctx.state.id, askerOf(ctx));
        return issuedResponse(ofPath(outcome), ctx, parts);
      },
    },
  },
} satisfies Resource<Pick<ResourceParts, 'ledger' | 'invoicing' | 'printing'>>;
