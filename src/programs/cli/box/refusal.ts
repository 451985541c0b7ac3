/** Loaded on demand: translations of the refusals of operations for commands. They are shared with the pages. */
export { commandWordsOf } from '../../../interfaces/web/index.js';
