import type { RouteDoc } from '../openapi.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { json } from './parameters.js';

/** State of the box, who is asking, and what a receipt may carry. */
export const statusDocs = {
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
} as const satisfies Readonly<Record<string, RouteDoc>>;
