import { errorResponse, type HttpResponse, notFound } from '../http/index.js';
import type { Ledger } from '../ledger/index.js';

type Failing = Pick<Ledger, 'failure'>;

/** What is said of something that stands in the ledger, or stood there. */
const LOST = {
  Invoice: 'The ledger of the box is damaged; this invoice may be among what is lost. See GET /status.',
  Request: 'The ledger of the box is damaged; this request may be among what is lost. See GET /status.',
} as const;
type Recorded = keyof typeof LOST;

/** What a caller gets who asks for something that is not there. `ref`: the id of the request. */
export function missing(what: Recorded, ledger: Failing, ref: string): HttpResponse {
  return perhapsLost(what, ledger, ref) ?? notFound(what);
}

/**
 * Where records of the ledger are lost, what is not there may be one of them: nobody is told then that it never was, and sells it again.
 * Undefined where nothing is lost.
 */
export function perhapsLost(what: Recorded, { failure }: Failing, ref: string): HttpResponse | undefined {
  if (failure !== 'damaged') return undefined;
  return errorResponse('server_error', LOST[what], { rule: 'storage.damaged', ref });
}
