import { defineMessages } from '../../base/index.js';
import { errorResponse, type HttpResponse } from '../../platform/http/index.js';
import type { StorageFailure } from '../../platform/ledger/index.js';

const MESSAGES = defineMessages('storage', {
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
    sr: 'Књига уређаја је оштећена; ништа није сачувано. Погледајте Стање.',
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
  const fault = MESSAGES[reason];
  const message = refund === undefined ? fault : MESSAGES.refunded({ fault, number: refund });
  return errorResponse('server_error', message, { rule: `storage.${reason}`, ref });
}
