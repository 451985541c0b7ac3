/** Loaded on demand: properties of settings. */
export { hasSecret, isNullable } from '../../settings/index.js';
