import type { IncomingMessage } from 'node:http';
import { type BodyFault, discardRest } from './body.js';
import { errorResponse, type HttpResponse } from './response.js';

/** The response to a refused body. The rest of the body is discarded, or the connection is closed. */
export function bodyRefusal(
  request: IncomingMessage,
  { code, rule, message, rest }: Exclude<BodyFault, 'gone'>,
): HttpResponse {
  const response = errorResponse(code, message, { rule });
  if (rest === 'to cut off') return { ...response, headers: { Connection: 'close' } };
  return rest === 'to discard' ? { ...response, keepOpenUntil: discardRest(request) } : response;
}
