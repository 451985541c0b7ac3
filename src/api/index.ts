/** REST API v1. */
export { createApp } from './app.js';
export type { ApiParts } from './parts.js';
