/** Loaded on demand: the ingester of an owner's server. */
export { ingest } from '../../fleet/index.js';
