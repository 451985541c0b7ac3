import { errorResponse, type HttpResponse, notFound } from '../http/index.js';
import type { Ledger } from '../ledger/index.js';

/**
 * What a caller gets whose invoice is not there. Where records of the ledger are lost it may be one of them, and nobody is told then that
 * it never was. `ref`: the id of the request.
 */
export function missingInvoice({ failure }: Pick<Ledger, 'failure'>, ref: string): HttpResponse {
  if (failure !== 'damaged') return notFound('Invoice');
  const message = 'The ledger of the box is damaged; this invoice may be among what is lost. See GET /status.';
  return errorResponse('server_error', message, { rule: 'storage.damaged', ref });
}
