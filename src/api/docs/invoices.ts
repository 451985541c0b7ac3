import { INVOICE_TYPES } from '../../base/fiscal.js';
import { invoiceRequestSchema } from '../../invoicing/schema.js';
import type { ParameterDoc, RouteDoc } from '../openapi.js';
import { text } from '../schemas/common.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { MAX_PAGE } from '../schemas/invoice.js';
import { dayParameter, idempotencyKey, json, replayed, uuidParameter } from './parameters.js';

const listParameters: readonly ParameterDoc[] = [
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
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1 },
  },
];

/** Issuing and reading invoices. */
export const invoiceDocs = {
  createInvoice: {
    method: 'post',
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
      201: json('Issued.', shapes.Invoice),
      202: json(
        'With `whenOffline` alone: the processor cannot be reached, and the request waits on the disk of the box. A repeat ' +
          'answers the same until it is issued.',
        shapes.Queued,
      ),
    },
    errors: [400, 409, 422],
  },
  listInvoices: {
    method: 'get',
    path: '/invoices',
    summary: 'Invoices of the active environment, newest first',
    parameters: listParameters,
    responses: { 200: json('One page.', shapes.InvoiceList) },
    errors: [422],
  },
  getInvoice: {
    method: 'get',
    path: '/invoices/{uuid}',
    summary: 'One invoice',
    parameters: [uuidParameter],
    responses: { 200: json('The invoice.', shapes.Invoice) },
    errors: [404],
  },
  getJournal: {
    method: 'get',
    path: '/invoices/{uuid}/journal',
    summary: 'The receipt as printed, in 40 columns',
    parameters: [uuidParameter],
    responses: { 200: { ...json('The receipt.', text), mediaType: 'text/plain; charset=utf-8' } },
    errors: [404],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
