'use strict';
/** `node --require ./test/runner/register.cjs FILE.ts` runs TypeScript of this project. */
require('./typescript.cjs').register();
