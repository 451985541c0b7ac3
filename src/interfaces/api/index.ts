/**
 * REST API v1: its routes, their schemas and OpenAPI document, and the web application that serves them.
 *
 * A *resource* (`resources/`) is a group of routes with schemas and documentation. The validators are compiled from the
 * same schemas that the document shows. A *caller* is an API key, or a person signed in on a page of the box. Long
 * responses use *slots* and are made in *slices*, so that sales go first.
 *
 * Read in this order: `app.ts` (order of the middleware), `resource.ts` (types of a route), `registry.ts` (all
 * resources), `resources/invoices.ts`, `issuing.ts`, then `middleware/`.
 */
export { createApp } from './app.js';
export { eventResponse, isOfEnvironment } from './event.js';
export { invoiceResponse } from './invoice.js';
export { REPORTS } from './longPoll.js';
export { type ApiDefinition, ERRORS } from './openapi.js';
export { type ApiDeps, type People, PEOPLE_PATH } from './apiDeps.js';
export {
  type ApiState,
  type Caller,
  type HeaderDoc,
  HEADERS,
  type ParameterDoc,
  type ResponseDoc,
  type RouteDoc,
  TAGS,
} from './resource.js';
export { definition, type OperationId } from './registry.js';
export { BASE_PATH } from './router.js';
