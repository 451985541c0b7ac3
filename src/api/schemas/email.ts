import type { JsonSchema } from '../../base/schema.js';
import { done, record, text, uuid } from './common.js';

/** `POST /invoices/{uuid}/email`: one address, without a name. Its domain may be an international one. */
export const emailRequest: JsonSchema = record({
  to: { type: 'string', maxLength: 190, format: 'customer-address', examples: ['kupac@example.rs'] },
});

export const emailSent: JsonSchema = done({ uuid, to: text });
