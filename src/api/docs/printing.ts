import type { ParameterDoc, RouteDoc } from '../openapi.js';
import { positiveInteger } from '../schemas/common.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { printRequest } from '../schemas/printing.js';
import { json, uuidParameter } from './parameters.js';

const jobParameter: ParameterDoc = { name: 'id', in: 'path', description: 'The job.', schema: positiveInteger };

/** Paper: what is printed, and on what. */
export const printingDocs = {
  printInvoice: {
    method: 'post',
    path: '/invoices/{uuid}/print',
    summary: 'Print the receipt once more',
    description:
      'The paper says that it is a repeat, unless it is certain that none was ever printed. Without `printer`: the first ' +
      'of those that print new receipts of this type, else the first one set; `print: true` of an invoice takes all of ' +
      'those. Each call prints. If its answer was lost, look into GET /invoices/{uuid}/print-jobs before repeating it.',
    parameters: [uuidParameter],
    requestBody: printRequest,
    bodyIsOptional: true,
    responses: {
      202: json(
        'The job stands in the ledger; nothing is printed yet. It is `queued` or `blocked`, or `cancelled` with the reason `full` at ' +
          'once where too many wait for this printer.',
        shapes.PrintJobAnswer,
      ),
    },
    errors: [400, 404, 422],
  },
  listPrintJobs: {
    method: 'get',
    path: '/invoices/{uuid}/print-jobs',
    summary: 'What was printed of a receipt, oldest first',
    description: 'Jobs that ended long ago are forgotten.',
    parameters: [uuidParameter],
    responses: { 200: json('The jobs.', shapes.PrintJobList) },
    errors: [404],
  },
  getPrintJob: {
    method: 'get',
    path: '/print-jobs/{id}',
    summary: 'One print job',
    parameters: [jobParameter],
    responses: { 200: json('The job.', shapes.PrintJobAnswer) },
    errors: [404],
  },
  listPrinters: {
    method: 'get',
    path: '/printers',
    summary: 'The printers of the box',
    responses: { 200: json('The printers in the order of the settings.', shapes.PrinterList) },
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
