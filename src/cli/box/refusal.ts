/** What operations refuse with, in words of commands: known where the box is, since pages say the same. */
export { commandWordsOf } from '../../web/index.js';
