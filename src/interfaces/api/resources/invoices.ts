import type { JsonSchema } from '../../../base/index.js';
import { endOf, errorResponse, okay, withETag, withSlot } from '../../../platform/http/index.js';
import {
  type InvoiceState,
  invoiceRequestSchema,
  lineSchema,
  paymentSchema,
  readInvoiceState,
  validateShape,
} from '../../../sales/invoicing/index.js';
import { EXAMPLES, TEXT_EXAMPLES } from '../examples.js';
import { foundList, listSchemas } from '../invoiceList.js';
import { invoiceSchema, invoiceSchemas, receiptTextOf } from '../invoice.js';
import { invoiceQueryParameters, readInvoiceQuery } from '../invoiceQuery.js';
import { invoiceStateSchemas, invoiceWithStateResponse, invoiceWithStateSchema } from '../invoiceState.js';
import { callerOf, issuedResponse, readIssuingRequest } from '../issuing.js';
import { longAnswer } from '../longAnswer.js';
import { missing } from '../commonErrors.js';
import { etagHeader, idempotencyKey, ifNoneMatch, json, replayed, uuidParameter } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { Resource } from '../resource.js';
import { text } from '../schemas.js';
import { queuedSchema } from './queue.js';

const invoiceLists: JsonSchema = { anyOf: [listSchemas.InvoiceList, listSchemas.InvoiceSummaryList] };

/** State of an invoice of the environment that is not active: it cannot be refunded or copied now. */
const INACTIVE_STATE: InvoiceState = { warnings: [] };

/** Routes that issue and read invoices. */
export const invoices = {
  tag: 'Invoices',
  requests: {
    InvoiceRequest: invoiceRequestSchema,
    InvoiceRequestItem: lineSchema,
    InvoiceRequestPayment: paymentSchema,
  },
  responses: { ...invoiceSchemas, ...invoiceStateSchemas, ...listSchemas },
  routes: {
    createInvoice: {
      method: 'post',
      isSale: true,
      path: '/invoices',
      summary: 'Issue an invoice',
      description:
        'Lines of an advance are named `10: Аванс (Ђ)`, `11: Аванс (Е)`, `12: Аванс (Г)` or `13: Аванс (А)` by their label, ' +
        'quantity 1, price as received; a further advance refers to the one before. A partial refund is a `Refund` of the ' +
        'returned lines with number and time of the original.',
      parameters: [idempotencyKey],
      requestBody: invoiceRequestSchema,
      responses: {
        200: replayed,
        201: json('Issued.', invoiceSchema),
        202: json(
          'With `whenOffline` alone: the processor cannot be reached, and the request waits on the disk of the box. A repeat ' +
            'answers the same until it is issued.',
          queuedSchema,
        ),
      },
      errors: [400, 409, 422],
      async handler(ctx, deps) {
        const request = await readIssuingRequest(ctx, validateShape, deps);
        if (!request.ok) return request.error;
        const refused = ctx.state.caller.refuses?.(request.value);
        if (refused !== undefined) return refused;
        const outcome = await deps.invoicing.sell(request.value, ctx.state.id, callerOf(ctx));
        if (outcome.kind === 'issued') deps.documents.prefetch(outcome.invoice, request.value.prefetchDocument);
        return issuedResponse(outcome, ctx, deps);
      },
    },
    listInvoices: {
      method: 'get',
      path: '/invoices',
      summary: 'Invoices of the active environment, newest first',
      description:
        'Whoever looks up one sale gives `clientRequestId` or `number`; a value that no invoice has gives an empty list, and ' +
        '`storage.damaged` where it may be lost. Walk ' +
        'through a long list by `nextCursor`: pages shift while sales go on.',
      parameters: invoiceQueryParameters,
      responses: {
        200: {
          ...json('One page; summaries with `fields=summary`.', invoiceLists),
          example: EXAMPLES.InvoiceSummaryList,
        },
      },
      errors: [422],
      async handler(ctx, deps) {
        const { environment } = deps.settings.now;
        const query = readInvoiceQuery(ctx.state.query, environment);
        if (!query.ok) return errorResponse('validation', query.error.message, query.error);
        return withSlot(deps.slots.lists, ctx.state.caller.id, ctx, () =>
          foundList(query.value, { ...deps, environment, signal: endOf(ctx), requestId: ctx.state.id }),
        );
      },
    },
    getInvoice: {
      method: 'get',
      path: '/invoices/{uuid}',
      summary: 'One invoice',
      description:
        'With what was done with it since: refunds and what is left, copies, the chain of an advance. Of an invoice of the ' +
        'environment that is not active only the invoice. The `ETag` changes with any of it: give it back as `If-None-Match`.',
      parameters: [uuidParameter, ifNoneMatch],
      responses: {
        200: { ...json('The invoice.', invoiceWithStateSchema), headers: etagHeader },
        304: { description: 'The caller has this answer already.', headers: etagHeader },
      },
      errors: [404],
      handler: (ctx, { ledger, settings, slots, salePriority: { slice } }) =>
        withSlot(slots.reads, ctx.state.caller.id, ctx, async () => {
          const invoice = await slice(() => ledger.invoice(ctx.params.uuid ?? ''));
          if (invoice === undefined) return missing('Invoice', ledger, ctx.state.id);
          const isActive = invoice.environment === settings.now.environment;
          const state = isActive ? await readInvoiceState({ ledger, settings }, invoice, slice) : INACTIVE_STATE;
          return slice(() => withETag(okay(invoiceWithStateResponse(invoice, state)), ctx.get('If-None-Match')));
        }),
    },
    getJournal: {
      method: 'get',
      path: '/invoices/{uuid}/journal',
      summary: 'The receipt as printed, in 40 columns',
      description: 'For thermal paper of 58 or 80 mm. Errors are JSON here, too.',
      parameters: [uuidParameter],
      responses: {
        200: { ...json('The receipt.', text), mediaType: 'text/plain; charset=utf-8', example: TEXT_EXAMPLES.journal },
      },
      errors: [404],
      handler: (ctx, deps) =>
        longAnswer(ctx, deps, async () => {
          const invoice = await deps.ledger.invoice(ctx.params.uuid ?? '');
          return invoice === undefined ? missing('Invoice', deps.ledger, ctx.state.id) : okay(receiptTextOf(invoice));
        }),
    },
  },
} satisfies Resource<
  Pick<
    ResourceDeps,
    'ledger' | 'settings' | 'invoicing' | 'documents' | 'printing' | 'salePriority' | 'slots' | 'monotonic' | 'log'
  >
>;
