import { errorBody, type ErrorBody, type ErrorCode, type ErrorDetails } from '../../platform/http/index.js';
import type { RouteError } from './resource.js';

interface ErrorDoc {
  readonly description: string;
  readonly example: ErrorBody;
}

/** The errors by status. When several share a status, the example shows the first. */
export const ERRORS: Readonly<Record<RouteError | 401 | 429 | 500, ErrorDoc>> = {
  400: {
    description: '`bad_request`: the body is not a JSON object or is larger than 1 MiB.',
    example: example('bad_request', 'The body must be a JSON object', { rule: 'request.body-not-object' }),
  },
  401: {
    description: '`unauthorized`: the key is missing, malformed, invalid or revoked.',
    example: example('unauthorized', 'Missing, invalid or revoked API key', { rule: 'key.invalid' }),
  },
  404: {
    description: '`not_found`: no such path, invoice, item or request.',
    example: example('not_found', 'Invoice not found', { rule: 'invoice.not-found' }),
  },
  409: {
    description:
      '`pfr_error`: the PFR refused or cannot be reached, no invoice was issued; `mail_error`: the mail was not sent.',
    example: example('pfr_error', 'Фискални процесор тренутно није доступан. Поновите исти захтев.', {
      rule: 'pfr.out-of-reach',
      messageEn: 'The processor is out of reach at the moment. Repeat the same request.',
    }),
  },
  422: {
    description:
      '`validation`: the message names the field. Also `configuration`: no PDF can be drawn, or no printer is set.',
    example: example(
      'validation',
      'Збир износа у пољу „payments” (250,00) мора бити једнак укупном износу рачуна (300,00).',
      {
        rule: 'invoice.payments-mismatch',
        field: '/payments',
        messageEn: 'The sum of the amounts in the field "payments" (250) must be the total of the invoice (300).',
      },
    ),
  },
  429: {
    description:
      '`rate_limited`: over 240 requests a minute, over 30 e-mails an hour, over 2000 new items a day, what this key may write to the ' +
      'flash today is spent, or too many long answers of this key wait. The message says which.',
    example: example('rate_limited', 'More than 240 requests per minute', { rule: 'key.too-many-requests' }),
  },
  500: {
    description: '`server_error`: unexpected; `ref` stands in the log.',
    example: example('server_error', 'Unexpected failure; the log of the box tells more under this ref', {
      rule: 'request.failed',
      ref: '9412e72a7e94d6ff',
    }),
  },
};

/** An error in the form in which it is sent. */
function example(code: ErrorCode, message: string, details: ErrorDetails): ErrorBody {
  const { error } = errorBody(code, message, details);
  return { error: { ...error, requestId: '9412e72a7e94d6ff' } };
}
