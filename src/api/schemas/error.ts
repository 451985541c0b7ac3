import type { JsonSchema } from '../../base/schema.js';
import { record, text } from './common.js';

/** The nine public error codes. */
export const ERROR_CODES = [
  'unauthorized',
  'rate_limited',
  'bad_request',
  'validation',
  'not_found',
  'pfr_error',
  'mail_error',
  'server_error',
  'configuration',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The envelope of every error. */
export const error: JsonSchema = record({
  error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: ERROR_CODES },
      message: text,
      ref: { ...text, description: 'With `server_error` only: find it in the log.' },
    },
  },
});
