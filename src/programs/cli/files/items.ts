/** Loaded on demand: the catalogue as CSV. */
export { readItems, writeItems } from '../../../shop/catalogue/index.js';
