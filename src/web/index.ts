/** Pages for people. */
export { createPages } from './pages.js';
export type { PagesParts } from './parts.js';
export { commandWordsOf, refusalWords } from './refusals/wordsOf.js';
export { helperHandler, type HelperParts } from './helper/helper.js';
