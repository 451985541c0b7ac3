/** Loaded on demand: the catalogue as CSV. */
export { readItems, writeItems } from '../../catalogue/index.js';
