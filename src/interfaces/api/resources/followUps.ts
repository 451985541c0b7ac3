import type { JsonSchema } from '../../../base/index.js';
import { created, type HttpResponse, okay } from '../../../platform/http/index.js';
import {
  closeAdvanceRequestSchema,
  closeEarlierAdvanceRequestSchema,
  type CloseOutcome,
  copyRequestSchema,
  type NotFound,
  refundRequestSchema,
  validateCloseAdvance,
  validateCloseEarlierAdvance,
  validateCopy,
  validateRefund,
} from '../../../sales/invoicing/index.js';
import { invoiceResponse, invoiceSchema, warningList, warningMember } from '../invoice.js';
import { callerOf, issuedResponse, notIssuedResponse, ofPath, readIssuingRequest, REPLAYED } from '../issuing.js';
import { idempotencyKey, json, otherIdempotencyKey, replayed, replayHeader, uuidParameter } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { ApiContext, Resource } from '../resource.js';
import { record } from '../schemas.js';

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
      async handler(ctx, deps) {
        const request = await readIssuingRequest(ctx, validateCopy, deps);
        if (!request.ok) return request.error;
        const outcome = await deps.invoicing.copy(ctx.params.uuid ?? '', request.value, ctx.state.id, callerOf(ctx));
        return issuedResponse(ofPath(outcome), ctx, deps);
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'invoicing' | 'printing'>>;

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
      async handler(ctx, deps) {
        const request = await readIssuingRequest(ctx, validateRefund, deps);
        if (!request.ok) return request.error;
        const uuid = ctx.params.uuid ?? '';
        const outcome = await deps.invoicing.refund(uuid, request.value, ctx.state.id, callerOf(ctx));
        return issuedResponse(ofPath(outcome), ctx, deps);
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'invoicing' | 'printing'>>;

const closedAdvance: JsonSchema = record(
  { advance: invoiceSchema, advanceRefund: invoiceSchema, invoice: invoiceSchema },
  { warnings: warningList },
);

const closedEarlierAdvance: JsonSchema = record(
  { advanceRefund: invoiceSchema, invoice: invoiceSchema },
  { warnings: warningList },
);

/** `POST /invoices/{uuid}/close-advance` and `POST /earlier-advances/close`. */
export const closeAdvance = {
  tag: 'Invoices',
  requests: {
    CloseAdvanceRequest: closeAdvanceRequestSchema,
    CloseEarlierAdvanceRequest: closeEarlierAdvanceRequestSchema,
  },
  responses: { ClosedAdvance: closedAdvance, ClosedEarlierAdvance: closedEarlierAdvance },
  routes: {
    closeAdvance: {
      method: 'post',
      isSale: true,
      path: '/invoices/{uuid}/close-advance',
      summary: 'Refund an advance and issue the final invoice; a repeat issues only what is missing',
      description:
        'Of several advances, each of which refers to the one before, the last is closed, and its refund returns them all. ' +
        'The final invoice is validated before the refund is issued.',
      parameters: [uuidParameter, idempotencyKey],
      requestBody: closeAdvanceRequestSchema,
      responses: {
        200: { ...json('Both documents stood already.', closedAdvance), headers: replayHeader },
        201: json('The final invoice was issued now.', closedAdvance),
      },
      errors: [400, 404, 409, 422],
      async handler(ctx, deps) {
        const request = await readIssuingRequest(ctx, validateCloseAdvance, deps);
        if (!request.ok) return request.error;
        const outcome = await deps.invoicing.closeAdvance(
          ctx.params.uuid ?? '',
          request.value,
          ctx.state.id,
          callerOf(ctx),
        );
        if (outcome.kind === 'closed') deps.documents.prefetch(outcome.final, request.value.prefetchDocument);
        return closedResponse(outcome, ctx, deps);
      },
    },
    closeEarlierAdvance: {
      method: 'post',
      isSale: true,
      path: '/earlier-advances/close',
      summary: 'Refund advances from before fiscalization and issue the final invoice',
      description:
        'An addition to v1, for advances of which this installation issued none. The refund refers to the last paper, the ' +
        'final invoice to the refund. Needs an idempotency key; a repeat issues only what is missing.',
      parameters: [otherIdempotencyKey],
      requestBody: closeEarlierAdvanceRequestSchema,
      responses: {
        200: { ...json('Both documents stood already.', closedEarlierAdvance), headers: replayHeader },
        201: json('The final invoice was issued now.', closedEarlierAdvance),
      },
      errors: [400, 409, 422],
      async handler(ctx, deps) {
        const request = await readIssuingRequest(ctx, validateCloseEarlierAdvance, deps);
        if (!request.ok) return request.error;
        const outcome = await deps.invoicing.closeEarlierAdvance(request.value, ctx.state.id, callerOf(ctx));
        if (outcome.kind === 'closed') deps.documents.prefetch(outcome.final, request.value.prefetchDocument);
        return closedResponse(outcome, ctx, deps);
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'invoicing' | 'documents' | 'printing'>>;

function closedResponse(
  outcome: CloseOutcome | CloseOutcome<null> | NotFound,
  ctx: ApiContext,
  deps: Pick<ResourceDeps, 'ledger'>,
): HttpResponse {
  if (outcome.kind !== 'closed') return notIssuedResponse(outcome, ctx, deps);
  const { advance, refund, final, isNew, warnings } = outcome;
  const body = {
    ...(advance && { advance: invoiceResponse(advance) }),
    advanceRefund: invoiceResponse(refund),
    invoice: invoiceResponse(final),
    ...warningMember(warnings),
  };
  return isNew ? created(body) : okay(body, REPLAYED);
}
