/** Loaded on demand: the stream of all boxes on an owner's NATS server. */
export { lookAtStream, replay } from '../../fleet/index.js';
