/** Messages to the owner of many boxes, by the mail and the chat that boxes have. */
export { readTarget, readTold, send, writeTold } from '../../fleet/index.js';
