/** The ingester of an owner's server. */
export { ingest } from '../../fleet/index.js';
