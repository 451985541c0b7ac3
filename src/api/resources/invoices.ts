import {
  dayNumber,
  failed,
  INVOICE_TYPES,
  type JsonSchema,
  ok,
  type RequestFault,
  type Result,
} from '../../base/index.js';
import { errorResponse, notFound, okay, withSlot } from '../../http/index.js';
import {
  type InvoiceState,
  invoiceRequestSchema,
  lineSchema,
  paymentSchema,
  readInvoiceState,
  validateShape,
} from '../../invoicing/index.js';
import { readDays } from '../dayRange.js';
import { TEXT_EXAMPLES } from '../examples.js';
import { errorText } from '../errorText.js';
import { invoiceSchema, invoiceSchemas, receiptTextOf } from '../invoice.js';
import { invoiceStateSchemas, invoiceWithStateResponse, invoiceWithStateSchema } from '../invoiceState.js';
import { listResponse, PER_PAGE } from '../invoiceList.js';
import { issuedResponse, readIssuingRequest } from '../issuing.js';
import { longAnswer } from '../longAnswer.js';
import { dayParameter, idempotencyKey, json, replayed, uuidParameter } from '../parameters.js';
import type { ResourceParts } from '../parts.js';
import type { Resource } from '../resource.js';
import { environmentText, listOf, record, text } from '../schemas.js';
import { queuedSchema } from './queue.js';

/** The last page that may be asked for. */
const MAX_PAGE = 10_000;

/** Of an invoice that nothing can be done with now. */
const NO_STATE: InvoiceState = { warnings: [] };

const invoiceList: JsonSchema = record({
  page: { type: 'integer', minimum: 1, maximum: MAX_PAGE },
  perPage: { const: PER_PAGE },
  environment: environmentText,
  invoices: listOf(invoiceSchema, { maxItems: PER_PAGE }),
});

/** Issuing and reading invoices. */
export const invoices = {
  tag: 'Invoices',
  requests: {
    InvoiceRequest: invoiceRequestSchema,
    InvoiceRequestItem: lineSchema,
    InvoiceRequestPayment: paymentSchema,
  },
  responses: { ...invoiceSchemas, ...invoiceStateSchemas, InvoiceList: invoiceList },
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
      async handler(ctx, parts) {
        const request = await readIssuingRequest(ctx, validateShape, parts);
        if (!request.ok) return request.error;
        const outcome = await parts.invoicing.sell(request.value, ctx.state.id, ctx.state.caller.id);
        if (outcome.kind === 'issued') parts.documents.prefetch(outcome.invoice, request.value.prefetchDocument);
        return issuedResponse(outcome, ctx.state.id);
      },
    },
    listInvoices: {
      method: 'get',
      path: '/invoices',
      summary: 'Invoices of the active environment, newest first',
      description:
        'With their journals. A page is written receipt by receipt: read it to its end. There is no count of all.',
      parameters: [
        dayParameter('from', 'First day, YYYY-MM-DD.'),
        dayParameter('to', 'Last day, YYYY-MM-DD, to its end.'),
        {
          name: 'type',
          in: 'query',
          description: 'Only this kind; a kind that does not exist is ignored.',
          schema: { type: 'string', examples: INVOICE_TYPES },
        },
        {
          name: 'page',
          in: 'query',
          description: 'Pages of 100; ask until fewer come back.',
          schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1, examples: [1] },
        },
      ],
      responses: { 200: json('One page.', invoiceList) },
      errors: [422],
      async handler(ctx, parts) {
        const query = readQuery(ctx.state.query);
        if (!query.ok) return errorResponse('validation', query.error.message, query.error);
        const { page, ...filter } = query.value;
        const { ledger, settings, salesFirst, slots, monotonic, log } = parts;
        return withSlot(slots.lists, ctx.state.caller.id, ctx, async () => {
          const { environment } = settings.now;
          const skip = (page - 1) * PER_PAGE;
          const invoices = await ledger.invoiceSequence({ environment, ...filter, skip, limit: PER_PAGE });
          const onCut = (error: unknown): void => log('request.cut', { ref: ctx.state.id, error: errorText(error) });
          return listResponse({ page, environment, invoices, salesFirst, monotonic, onCut });
        });
      },
    },
    getInvoice: {
      method: 'get',
      path: '/invoices/{uuid}',
      summary: 'One invoice',
      description:
        'With what was done with it since: refunds and what is left, copies, the chain of an advance. Of an invoice of the ' +
        'environment that is not active only the invoice.',
      parameters: [uuidParameter],
      responses: { 200: json('The invoice.', invoiceWithStateSchema) },
      errors: [404],
      handler: (ctx, { ledger, settings, slots, salesFirst: { slice } }) =>
        withSlot(slots.reads, ctx.state.caller.id, ctx, async () => {
          const invoice = await slice(() => ledger.invoice(ctx.params.uuid ?? ''));
          if (invoice === undefined) return notFound('Invoice');
          const isActive = invoice.environment === settings.now.environment;
          const state = isActive ? await readInvoiceState(ledger, invoice, slice) : NO_STATE;
          return slice(() => okay(invoiceWithStateResponse(invoice, state)));
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
      handler: (ctx, parts) =>
        longAnswer(ctx, parts, async () => {
          const invoice = await parts.ledger.invoice(ctx.params.uuid ?? '');
          return invoice === undefined ? notFound('Invoice') : okay(receiptTextOf(invoice));
        }),
    },
  },
} satisfies Resource<
  Pick<
    ResourceParts,
    'ledger' | 'settings' | 'invoicing' | 'documents' | 'printing' | 'salesFirst' | 'slots' | 'monotonic' | 'log'
  >
>;

interface ListQuery {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly invoiceType: (typeof INVOICE_TYPES)[number] | undefined;
  readonly page: number;
}

function readQuery(query: URLSearchParams): Result<ListQuery, RequestFault> {
  const days = readDays(query, undefined);
  if (!days.ok) return days;
  const pageText = query.get('page') ?? '1';
  const page = /^\d{1,6}$/.test(pageText) ? Number(pageText) : 0;
  if (page < 1 || page > MAX_PAGE) {
    return failed({
      ...{ rule: 'query.page-out-of-range', field: 'page' },
      message: `page must be a whole number from 1 to ${MAX_PAGE}`,
    });
  }
  const day = (date: string | undefined): number | undefined => (date === undefined ? undefined : dayNumber(date));
  const invoiceType = INVOICE_TYPES.find((type) => type === query.get('type'));
  return ok({ from: day(days.value.from), to: day(days.value.to), invoiceType, page });
}
