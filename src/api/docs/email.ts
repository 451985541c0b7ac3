import type { RouteDoc } from '../openapi.js';
import { emailRequest } from '../schemas/email.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { json, uuidParameter } from './parameters.js';

/** Sending receipts to customers. */
export const emailDocs = {
  emailInvoice: {
    method: 'post',
    path: '/invoices/{uuid}/email',
    summary: 'Send the receipt by e-mail, with the A4 document where it can be drawn',
    description: 'At most 30 an hour with one key.',
    parameters: [uuidParameter],
    requestBody: emailRequest,
    responses: { 200: json('The mail server has taken it; that it arrives is not certain.', shapes.EmailSent) },
    errors: [400, 404, 409, 422],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
