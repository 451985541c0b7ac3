/**
 * HTTP for the API and the web pages: the HTTPS listener, limits, headers, request target, body, responses and errors.
 *
 * - A peer is an address that connects; a caller is a stranger, a known peer, or a program on the box (`peer.ts`).
 * - Limits: places for connections (`connectionLimiter.ts`, `connectionQuota.ts`), a budget of handshakes and requests
 *   (`throttle.ts`), calls per key and requests without such a limit (`rateLimit.ts`), and slots for large responses
 *   (`responseSlots.ts`).
 *
 * Read `server.ts` and `pacedConnection.ts` first, then `connectionLimiter.ts` and `response.ts`.
 */
export {
  type BodyFault,
  type BodyReader,
  bodyRefusal,
  MAX_BODY,
  parseJsonObject,
  readBody,
  readPlainBody,
} from './body.js';
export { Throttle, type Rates } from './throttle.js';
export {
  COMMON_HEADERS,
  commonHeaders,
  created,
  errorResponse,
  etagOf,
  type HttpResponse,
  JSON_TYPE,
  namesETag,
  notFound,
  okay,
  piecesOf,
  respond,
  withETag,
} from './response.js';
export { compression, contentCodingFor } from './compression.js';
export { ConnectionLimiter } from './connectionLimiter.js';
export { type ErrorBody, errorBody, type ErrorCode, ERROR_CODES, type ErrorDetails } from './errors.js';
export { originForm, REQUEST_ID_HEADER, requestId, type RequestState } from './requestState.js';
export { type PlainAnswer, type PlainHandler, type PlainRequest, PlainServer } from './plainServer.js';
export { RateLimit, RequestThrottle } from './rateLimit.js';
export { RepeatedEvents } from './repeatedEvents.js';
export { HttpsServer, type ListenAddress } from './server.js';
export { endOf, type SlotLimits, ResponseSlots, withSlot } from './responseSlots.js';
