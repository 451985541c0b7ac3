/** Pages for people. */
export { openPages } from './openPages.js';
