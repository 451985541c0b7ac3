/** The HTTPS listener, and what API and web pages share of HTTP: limits, headers, request target, body, errors. */
export { MAX_BODY, readBody, readJsonObject } from './body.js';
export { bodyRefusal } from './bodyRefusal.js';
export { Budget, type Rates } from './budget.js';
export { COMMON_HEADERS, commonHeaders } from './commonHeaders.js';
export { compression } from './compression.js';
export { ConnectionLimiter } from './connectionLimiter.js';
export { type ErrorBody, errorBody, type ErrorCode, ERROR_CODES, type ErrorDetails } from './errors.js';
export { withETag } from './etag.js';
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
