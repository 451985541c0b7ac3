/** REST API v1. */
export { createApp } from './app.js';
export { eventResponse, isOfEnvironment } from './event.js';
export { ERRORS } from './errorDocs.js';
export { invoiceResponse } from './invoice.js';
export { type HeaderDoc, HEADERS } from './headerDocs.js';
export type { ApiDefinition } from './openapi.js';
export type { ApiParts } from './parts.js';
export { type People, PEOPLE_PATH } from './people.js';
export type { ApiState, Caller, ParameterDoc, ResponseDoc, RouteDoc } from './resource.js';
export { definition, type OperationId } from './registry.js';
export { BASE_PATH } from './router.js';
export { TAGS } from './tags.js';
