import { added, http, outside, type Section } from './sentence.js';

const ISSUE = 'POST /invoices';
const LIST = 'GET /invoices';
const INVOICE = 'GET /invoices/{uuid}';

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

  'added.errors.requestId': added(
    { operation: 'GET /me', status: 401, answers: 'error.requestId' },
    http('Every answer has a header X-Request-Id of its own, which an error repeats as requestId'),
  ),
  'added.errors.rule': added(
    { operation: ISSUE, status: 422, answers: 'error.rule' },
    http('An error has field (JSON pointer), rule and messageEn'),
  ),
  'added.errors.query': added(
    { operation: LIST, status: 422, answers: 'error.field' },
    http('A query parameter given twice answers 422 that names it; an unknown one is named in X-Ignored-Parameters'),
  ),
  'added.errors.rateLimit': added(
    { operation: 'GET /me', status: 429, answers: 'error.rule' },
    http('X-RateLimit-Limit, -Remaining and -Reset on every answer to a key'),
  ),
  'added.errors.authenticate': added(
    { operation: 'GET /me', status: 401, answers: 'error.rule' },
    http('401 has WWW-Authenticate: Bearer, with error="invalid_token" where a key was sent'),
  ),
  'added.errors.encoding': added(
    { operation: ISSUE, status: 400, answers: 'error.rule' },
    http('A body with Content-Encoding answers 400 with the rule request.content-encoding'),
  ),
  'added.copy.key': added(
    { operation: 'POST /invoices/{uuid}/copy', takes: 'clientRequestId' },
    http('copy: clientRequestId in the body is an idempotency key'),
  ),
  'added.texts.unseen': added(
    { operation: ISSUE, status: 422, answers: 'error.rule' },
    http(
      'Characters that nobody sees are taken out of names, tabs become blanks, and the answer shows the name as printed',
    ),
  ),

  'added.find.keys': added(
    { operation: LIST, parameter: 'clientRequestId' },
    http(
      'GET /invoices finds by clientRequestId, number, referent, buyer, cashier and total; unknown values give none',
    ),
  ),
  'added.find.malformed': added(
    { operation: LIST, parameter: 'number' },
    http('GET /invoices: 422 that names the parameter for a number, total, fields or cursor that cannot be one'),
  ),
  'added.find.summary': added(
    { operation: LIST, parameter: 'fields' },
    http('GET /invoices?fields=summary: the same invoices without journal and lines'),
  ),
  'added.find.cursor': added(
    { operation: LIST, parameter: 'cursor' },
    http('GET /invoices?cursor=: the page after, whatever was sold meanwhile'),
  ),
  'added.find.etag': added(
    { operation: 'GET /invoices/{uuid}', status: 304, header: 'ETag' },
    http('GET /invoices/{uuid} has an ETag, and answers 304 to it until the invoice is refunded'),
  ),

  'added.state.fresh': added(
    { operation: INVOICE, status: 200, answers: 'refundable' },
    http('GET /invoices/{uuid}: a fresh sale has no refunds and copies, and all of it is refundable'),
  ),
  'added.state.part': added(
    { operation: INVOICE, status: 200, answers: 'refunds' },
    http('GET /invoices/{uuid}: a partial refund is listed, and what is left is lower; never below 0'),
  ),
  'added.state.advance': added(
    { operation: INVOICE, status: 200, answers: 'advance' },
    http('GET /invoices/{uuid}: an advance has its chain, and what has closed it'),
  ),
  'added.refund.warning': added(
    { operation: 'POST /invoices/{uuid}/refund', status: 201, answers: 'warnings' },
    http('A refund of what was refunded is issued with a warning that names the earlier one'),
  ),

  'added.events.page': added(
    { operation: 'GET /events' },
    http('GET /events: {events, cursor, more}; each later event once, in order, from any cursor on'),
  ),
  'added.events.malformed': added(
    { operation: 'GET /events', parameter: 'wait' },
    http('GET /events: 422 for a cursor, limit or wait that cannot be one'),
  ),
  'added.events.wait': added(
    { operation: 'GET /events', parameter: 'after' },
    http('GET /events?wait=: an answer as soon as something happens'),
  ),
} satisfies Section;
