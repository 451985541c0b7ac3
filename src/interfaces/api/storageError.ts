import { errorResponse, type HttpResponse } from '../../platform/http/index.js';
import type { StorageFailure } from '../../platform/ledger/index.js';

const MESSAGES: Readonly<Record<StorageFailure, string>> = {
  full: 'The disk of the box is full; nothing was stored. See GET /status.',
  damaged: 'The ledger of the box is damaged; nothing was stored. See GET /status.',
  broken: 'The disk of the box failed; restart the box before repeating with the same idempotency key.',
};

/**
 * The response to a refused or failed write; an event of the log has the reason. `refund` is the number of an advance
 * refund that was issued before the failure.
 */
export function storageError(reason: StorageFailure, ref: string, refund?: string): HttpResponse {
  const issuedBefore = refund === undefined ? '' : ` The advance refund ${refund} was issued before and stands.`;
  return errorResponse('server_error', MESSAGES[reason] + issuedBefore, { rule: `storage.${reason}`, ref });
}
