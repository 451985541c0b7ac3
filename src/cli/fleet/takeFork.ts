/** What a person decides of a fork. */
export { takeFork } from '../../fleet/index.js';
