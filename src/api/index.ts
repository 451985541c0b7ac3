/** REST API v1. */
export { createApp } from './app.js';
export { eventResponse, isOfEnvironment } from './event.js';
export type { ApiParts } from './parts.js';
export { type People, PEOPLE_PATH } from './people.js';
export type { ApiState, Caller } from './resource.js';
export type { OperationId } from './registry.js';
