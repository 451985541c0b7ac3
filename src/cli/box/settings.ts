/** What is known of each setting. */
export { hasSecret, isNullable } from '../../settings/index.js';
