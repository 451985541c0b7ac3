/** Loaded on demand: the NATS server of an owner, and which boxes may connect to it. */
export { addBox, initServer, listBoxes, moveBox, revokeBox } from '../../fleet/index.js';
