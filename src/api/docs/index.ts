import type { RouteDoc } from '../openapi.js';
import { followUpDocs } from './followups.js';
import { documentDocs } from './documents.js';
import { emailDocs } from './email.js';
import { invoiceDocs } from './invoices.js';
import { itemDocs } from './items.js';
import { json } from './parameters.js';
import { printingDocs } from './printing.js';
import { queueDocs } from './queue.js';
import { reportDocs } from './reports.js';
import { statusDocs } from './status.js';

/** Every route of the API by its operation id. A table of handlers with the same keys leaves no route out. */
export const routeDocs = {
  ...statusDocs,
  ...invoiceDocs,
  ...followUpDocs,
  ...documentDocs,
  ...emailDocs,
  ...printingDocs,
  ...queueDocs,
  ...itemDocs,
  ...reportDocs,
  getOpenApi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    responses: { 200: json('An OpenAPI 3.1 document.', { type: 'object' }) },
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
