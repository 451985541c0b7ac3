import type { ParameterDoc, RouteDoc } from '../openapi.js';
import { REQUEST_ID } from '../../invoicing/schema.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { json } from './parameters.js';

const keyParameter: ParameterDoc = {
  name: 'clientRequestId',
  in: 'path',
  description: 'The idempotency key of the request.',
  schema: { type: 'string', pattern: REQUEST_ID },
};

/** Requests that wait until the processor can be reached; see `whenOffline` of `POST /invoices`. */
export const queueDocs = {
  listQueue: {
    method: 'get',
    path: '/queue',
    summary: 'Requests that wait for the processor, and those that it has refused',
    description: 'Of the active environment, in the order in which they came, which is that of issuing.',
    responses: { 200: json('All of them.', shapes.QueueList) },
  },
  getQueued: {
    method: 'get',
    path: '/queue/{clientRequestId}',
    summary: 'Where one request stands',
    description:
      'One that was issued, from the queue or at once, is `issued`. A removed one is forgotten after a while.',
    parameters: [keyParameter],
    responses: { 200: json('The request.', shapes.QueueEntry) },
    errors: [404],
  },
  removeQueued: {
    method: 'delete',
    path: '/queue/{clientRequestId}',
    summary: 'Take a request back before it is issued',
    description:
      'Its key is free then. One that is being issued or was issued cannot be taken back: 422; an issued one is refunded.',
    parameters: [keyParameter],
    responses: { 200: json('The request as it was removed.', shapes.QueueEntry) },
    errors: [404, 422],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
