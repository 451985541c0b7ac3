import { defineMessages } from '../../base/index.js';
import { errorResponse, type HttpResponse, notFound } from '../../platform/http/index.js';
import type { Ledger, StorageFailure } from '../../platform/ledger/index.js';

const LOST_MESSAGES = defineMessages('lost', {
  Invoice: {
    en: 'The ledger of the box is damaged; this invoice may be among what is lost. See GET /status.',
    sr: 'Дневник уређаја је оштећен; овај рачун је можда међу изгубљенима. Погледајте Стање.',
  },
  Request: {
    en: 'The ledger of the box is damaged; this request may be among what is lost. See GET /status.',
    sr: 'Дневник уређаја је оштећен; овај захтев је можда међу изгубљенима. Погледајте Стање.',
  },
});

type Failing = Pick<Ledger, 'failure'>;

/** Messages for a record that may be in a damaged part of the ledger. */
type Recorded = keyof typeof LOST_MESSAGES;

/** The response for a record that was not found. `ref`: the id of the request. */
export function missing(what: Recorded, ledger: Failing, ref: string): HttpResponse {
  return possiblyLost(what, ledger, ref) ?? notFound(what);
}

/**
 * The response when records of the ledger are lost and the missing record may be one of them. A 404 would make the
 * caller sell again. Undefined when no records are lost.
 */
export function possiblyLost(what: Recorded, { failure }: Failing, ref: string): HttpResponse | undefined {
  if (failure !== 'damaged') return undefined;
  return errorResponse('server_error', LOST_MESSAGES[what], { rule: 'storage.damaged', ref });
}

const STORAGE_ERROR_MESSAGES = defineMessages('storage', {
  refunded: {
    en: '{fault} The advance refund {number} was issued before and stands.',
    sr: '{fault} Рефундација аванса {number} је већ издата и важи.',
  },
  full: {
    en: 'The disk of the box is full; nothing was stored. See GET /status.',
    sr: 'Меморија уређаја је пуна; ништа није сачувано. Погледајте Стање.',
  },
  damaged: {
    en: 'The ledger of the box is damaged; nothing was stored. See GET /status.',
    sr: 'Дневник уређаја је оштећен; ништа није сачувано. Погледајте Стање.',
  },
  broken: {
    en: 'The disk of the box failed; restart the box before repeating with the same idempotency key.',
    sr: 'Меморија уређаја је отказала; поново покрените уређај, па тек онда поновите.',
  },
});

/**
 * The response to a refused or failed write; an event of the log has the reason. `refund` is the number of an advance
 * refund that was issued before the failure.
 */
export function storageError(reason: StorageFailure, ref: string, refund?: string): HttpResponse {
  const fault = STORAGE_ERROR_MESSAGES[reason];
  const message = refund === undefined ? fault : STORAGE_ERROR_MESSAGES.refunded({ fault, number: refund });
  return errorResponse('server_error', message, { rule: `storage.${reason}`, ref });
}

/** Text of an exception for the log, without bodies and headers. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'not an error';
}
