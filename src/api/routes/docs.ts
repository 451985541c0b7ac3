import type { JsonSchema } from '../../base/schema.js';
import { INVOICE_TYPES } from '../../base/fiscal.js';
import { itemChangeSchema, newItemSchema } from '../../catalogue/schema.js';
import { invoiceRequestSchema, REQUEST_ID } from '../../invoicing/schema.js';
import type { ParameterDoc, ResponseDoc, RouteDoc } from '../openapi.js';
import { positiveInteger, text } from '../schemas/common.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { MAX_PAGE } from '../schemas/invoice.js';

const uuidParameter: ParameterDoc = {
  name: 'uuid',
  in: 'path',
  description: 'The invoice; lower case only.',
  schema: { type: 'string', pattern: '^[0-9a-f-]{36}$' },
};

const idParameter: ParameterDoc = { name: 'id', in: 'path', description: 'The item.', schema: positiveInteger };

const dayParameter = (name: string, description: string): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', format: 'local-date', examples: ['2026-11-21'] },
});

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

const idempotencyKey: ParameterDoc = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeat with the same key and content never issues a second invoice.',
  schema: { type: 'string', pattern: REQUEST_ID },
};

const json = (description: string, schema: JsonSchema): ResponseDoc => ({ description, schema });

const replayed: ResponseDoc = {
  ...json('The invoice that an earlier request with this key has issued.', shapes.Invoice),
  headers: { 'Idempotency-Replayed': { description: 'Always `true`.', schema: { const: 'true' } } },
};

const changeItem = {
  path: '/items/{id}',
  summary: 'Change an item; absent fields keep their value',
  parameters: [idParameter],
  requestBody: itemChangeSchema,
  responses: { 200: json('Changed.', shapes.ItemChanged) },
  errors: [400, 404, 422],
} as const satisfies Partial<RouteDoc>;

/** Every route of the API by its operation id. A table of handlers with the same keys leaves no route out. */
export const routeDocs = {
  getStatus: {
    method: 'get',
    path: '/status',
    summary: 'State of the box and of its PFR',
    responses: { 200: json('The state.', shapes.Status) },
  },
  getMe: {
    method: 'get',
    path: '/me',
    summary: 'The calling key',
    responses: { 200: json('The key.', shapes.Me) },
  },
  listTaxLabels: {
    method: 'get',
    path: '/tax-labels',
    summary: 'Active tax labels',
    responses: { 200: json('The labels.', shapes.TaxLabelList) },
  },
  listCategories: {
    method: 'get',
    path: '/categories',
    summary: 'Categories of active items',
    responses: { 200: json('The categories, in alphabetical order.', shapes.CategoryList) },
  },
  createInvoice: {
    method: 'post',
    path: '/invoices',
    summary: 'Issue an invoice',
    parameters: [idempotencyKey],
    requestBody: invoiceRequestSchema,
    responses: { 200: replayed, 201: json('Issued.', shapes.Invoice) },
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
  listItems: {
    method: 'get',
    path: '/items',
    summary: 'Items by name, inactive ones too, at most 1000',
    responses: { 200: json('The items.', shapes.ItemList) },
  },
  createItem: {
    method: 'post',
    path: '/items',
    summary: 'Add an item',
    requestBody: newItemSchema,
    responses: { 201: json('Added, active.', shapes.ItemCreated) },
    errors: [400, 422],
  },
  replaceItem: { ...changeItem, method: 'put' },
  updateItem: { ...changeItem, method: 'patch' },
  deactivateItem: {
    method: 'delete',
    path: '/items/{id}',
    summary: 'Deactivate an item; it is never deleted',
    parameters: [idParameter],
    responses: { 200: json('Inactive.', shapes.ItemChanged) },
    errors: [404],
  },
  getOpenApi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    responses: { 200: json('An OpenAPI 3.1 document.', { type: 'object' }) },
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
