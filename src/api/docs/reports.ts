import type { RouteDoc } from '../openapi.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { dayParameter, json } from './parameters.js';

const parameters = [
  dayParameter('from', 'First day, YYYY-MM-DD; today when absent.'),
  dayParameter('to', 'Last day, YYYY-MM-DD, to its end; today when absent.'),
];

/** Turnover of the active environment. */
export const reportDocs = {
  getSummary: {
    method: 'get',
    path: '/reports/summary',
    summary: 'Turnover of a period, by tax label, payment type and cashier',
    parameters,
    responses: { 200: json('The turnover.', shapes.Summary) },
    errors: [422],
  },
  getDaily: {
    method: 'get',
    path: '/reports/daily',
    summary: 'Turnover of each day of a period; days without traffic are omitted',
    parameters,
    responses: { 200: json('The days, in order.', shapes.Daily) },
    errors: [422],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
