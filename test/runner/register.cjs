'use strict';
/** `node --require ./test/runner/register.cjs FILE.ts` runs TypeScript of this project. */
require('./typescript.cjs').register();
const assert = require('uvu/assert');

/** Characters of a value that are shown. */
const MOST = 4000;

/** uvu names the pattern that did not fit, and not the text that it should have fitted. */
function showingText(match) {
  return (text, pattern, message) => {
    try {
      match(text, pattern, message);
    } catch (error) {
      if (error.details === false) error.details = `Actual:\n${String(text).slice(0, MOST)}\n`;
      throw error;
    }
  };
}
assert.match = showingText(assert.match);
assert.not.match = showingText(assert.not.match);
