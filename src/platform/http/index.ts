/**
 * HTTP for the API and the web pages: the HTTPS listener, limits, headers, request target, body, responses and errors.
 *
 * - A peer is an address that connects; a caller is a stranger, a known peer, or a program on the box (`peer.ts`,
 *   `knownPeers.ts`).
 * - Limits: places for connections (`connectionLimiter.ts`, `places.ts`), a budget of handshakes and requests
 *   (`budget.ts`, `requestBudget.ts`), calls per key (`rateLimit.ts`), and slots for large responses (`slots.ts`).
 *
 * Read `server.ts` and `pacedConnection.ts` first, then `connectionLimiter.ts` and `response.ts`.
 */
export { MAX_BODY, parseJsonObject, readBody, readJsonObject, readPlainBody } from './body.js';
export { bodyRefusal } from './bodyRefusal.js';
export { Budget, type Rates } from './budget.js';
export { COMMON_HEADERS, commonHeaders } from './commonHeaders.js';
export { compression } from './compression.js';
export { ConnectionLimiter } from './connectionLimiter.js';
export { type ErrorBody, errorBody, type ErrorCode, ERROR_CODES, type ErrorDetails } from './errors.js';
export { contentCodingFor } from './contentCoding.js';
export { etagOf, namesETag, withETag } from './etag.js';
export { originForm, type RequestState } from './originForm.js';
export { type PlainAnswer, type PlainHandler, type PlainRequest, PlainServer } from './plainServer.js';
export { RateLimit } from './rateLimit.js';
export { requestId } from './requestId.js';
export { RequestBudget } from './requestBudget.js';
export { RepeatedEvents } from './repeatedEvents.js';
export { created, errorResponse, type HttpResponse, JSON_TYPE, notFound, okay, piecesOf, respond } from './response.js';
export { HttpsServer, type ListenAddress } from './server.js';
export { type SlotLimits, Slots } from './slots.js';
export { endOf, withSlot } from './withSlot.js';
