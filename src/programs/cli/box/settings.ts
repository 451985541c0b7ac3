/** Loaded on demand: properties of settings. */
export { hasSecret, isNullable } from '../../../shop/settings/index.js';
