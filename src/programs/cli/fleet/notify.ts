/** Loaded on demand: messages to the owner of many boxes, by the same e-mail and chat services as on a box. */
export { readTarget, readTold, send, writeTold } from '../../fleet/index.js';
