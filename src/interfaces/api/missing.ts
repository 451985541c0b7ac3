import { defineMessages } from '../../base/index.js';
import { errorResponse, type HttpResponse, notFound } from '../../platform/http/index.js';
import type { Ledger } from '../../platform/ledger/index.js';

const MESSAGES = defineMessages('lost', {
  Invoice: {
    en: 'The ledger of the box is damaged; this invoice may be among what is lost. See GET /status.',
    sr: 'Књига уређаја је оштећена; овај рачун је можда међу изгубљенима. Погледајте Стање.',
  },
  Request: {
    en: 'The ledger of the box is damaged; this request may be among what is lost. See GET /status.',
    sr: 'Књига уређаја је оштећена; овај захтев је можда међу изгубљенима. Погледајте Стање.',
  },
});

type Failing = Pick<Ledger, 'failure'>;

/** Messages for a record that may be in a damaged part of the ledger. */
type Recorded = keyof typeof MESSAGES;

/** The response for a record that was not found. `ref`: the id of the request. */
export function missing(what: Recorded, ledger: Failing, ref: string): HttpResponse {
  return perhapsLost(what, ledger, ref) ?? notFound(what);
}

/**
 * The response when records of the ledger are lost and the missing record may be one of them. A 404 would make the
 * caller sell again. Undefined when no records are lost.
 */
export function perhapsLost(what: Recorded, { failure }: Failing, ref: string): HttpResponse | undefined {
  if (failure !== 'damaged') return undefined;
  return errorResponse('server_error', MESSAGES[what], { rule: 'storage.damaged', ref });
}
