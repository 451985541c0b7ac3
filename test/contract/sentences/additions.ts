import { added, http, outside, type Section } from './sentence.js';

const ISSUE = 'POST /invoices';

/** What kasirbox adds to v1: optional members, headers, parameters and routes. No other installation has to have them. */
export const additions = {
  'added.status.warnings': added(
    { operation: 'GET /status', status: 200, answers: 'warnings' },
    http('GET /status: warnings, an array of Serbian sentences'),
  ),
  'added.open.healthz': added({ operation: 'GET /healthz' }, http('GET /healthz answers 200 without a key')),
  'added.open.readyz': added(
    { operation: 'GET /readyz' },
    http('GET /readyz answers without a key, 200 when receipts can be issued'),
  ),
  'added.print.field': added(
    { operation: ISSUE, takes: 'print' },
    http('POST /invoices: print false issues as without it; the name of no printer answers 422'),
  ),
  'added.print.printers': added({ operation: 'GET /printers' }, http('GET /printers: {printers: [{name, state, …}]}')),
  'added.print.jobs': added(
    { operation: 'GET /invoices/{uuid}/print-jobs' },
    http('GET /invoices/{uuid}/print-jobs: {jobs: [{id, state, …}]}, 404 for an unknown invoice'),
  ),
  'added.print.job': added({ operation: 'GET /print-jobs/{id}' }, http('GET /print-jobs/{id}: 404 for an unknown job')),
  'added.print.again': added(
    { operation: 'POST /invoices/{uuid}/print' },
    http('POST /invoices/{uuid}/print: 202 with the job, or 422 where there is no such printer or none at all'),
  ),
  'added.queue.field': added(
    { operation: ISSUE, takes: 'whenOffline' },
    http('POST /invoices: whenOffline needs an idempotency key; where the processor answers it changes nothing'),
  ),
  'added.queue.list': added({ operation: 'GET /queue' }, http('GET /queue: {queue: [entry]}')),
  'added.queue.entry': added(
    { operation: 'GET /queue/{clientRequestId}' },
    http('GET /queue/{clientRequestId}: an issued request with its uuid, 404 for an unknown one'),
  ),
  'added.queue.waits': added(
    { operation: ISSUE, status: 202, answers: 'queued' },
    outside(
      'POST /invoices: while the PFR cannot be reached, 202 with the place of a request that may wait',
      'test/scenarios/queue-is-full.test.ts',
    ),
  ),
  'added.queue.remove': added(
    { operation: 'DELETE /queue/{clientRequestId}' },
    outside(
      'DELETE /queue/{clientRequestId}: takes a request that waits back',
      'test/scenarios/queue-takes-back.test.ts',
    ),
  ),
} satisfies Section;
