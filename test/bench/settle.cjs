// Loaded into a service that is measured (`--expose-gc --require`): on SIGUSR2 it gives back what it does not need, so
// that memory that is held can be told from memory that nobody has collected yet.
'use strict';

process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
});
