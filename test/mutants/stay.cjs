'use strict';
/**
 * A process that stays: it runs one test file after another, each with a mutant or none, as its parent asks over IPC, and loads the source
 * once. Its parent asks it for the next file when nothing of the one before is left to do, as test/runner/several.cjs does.
 *
 * Asked `{ file, mutant }`, with `mutant` null for none, it says `failed` at the first test that fails, which is the last one of the file that
 * is run, and `{ green }` when the file has ended. Of what is thrown outside of tests the process dies.
 */
const { existsSync, readFileSync } = require('node:fs');
const { resolve, sep } = require('node:path');
// First, for the reason that several.cjs gives.
require('node:tls');

const TESTS = resolve('test') + sep;
/** What tests share is loaded once, as in a usual run. */
const SHARED = ['kit', 'runner'].map((name) => TESTS + name + sep);

let failed = false;

/** Tests behind one that failed are not run. */
function untilOneFails(suite) {
  const tests = (name, handler) =>
    suite(name, async (context) => {
      if (failed) return;
      try {
        await handler(context);
      } catch (error) {
        failed = true;
        process.send('failed');
        throw error;
      }
    });
  return Object.assign(tests, suite);
}

const uvu = require('uvu');
const { suite } = uvu;
uvu.test = untilOneFails(uvu.test);
uvu.suite = (...args) => untilOneFails(suite(...args));

/** A test file is loaded anew each time it is run, with the helpers that lie beside it. */
function forgetTests() {
  for (const path of Object.keys(require.cache)) {
    if (path.startsWith(TESTS) && !SHARED.some((folder) => path.startsWith(folder))) delete require.cache[path];
  }
  module.children.length = 0;
}

/** The switch of the mutants: here, and in the environment for children and threads. */
function switchTo(mutant) {
  const stryker = (globalThis.__stryker__ ??= {});
  stryker.activeMutant = mutant ?? undefined;
  if (mutant === null) delete process.env.__STRYKER_ACTIVE_MUTANT__;
  else process.env.__STRYKER_ACTIVE_MUTANT__ = mutant;
}

/** Does something still run that was started here? */
function hasChildren() {
  const children = `/proc/self/task/${process.pid}/children`;
  return existsSync(children) && readFileSync(children, 'utf8') !== '';
}

let running = false;

process.on('message', ({ file, mutant }) => {
  // The channel must not keep the process from seeing that a file has nothing left to do.
  process.channel.unref();
  running = true;
  failed = false;
  process.exitCode = undefined;
  globalThis.UVU_QUEUE?.splice(0, Infinity, [null]);
  process.argv = [process.argv[0], resolve(file)];
  switchTo(mutant);
  forgetTests();
  require(resolve(file));
});

process.on('beforeExit', () => {
  if (!running) return;
  running = false;
  // uvu sets the code when it has run all tests.
  const green = process.exitCode === 0 && !failed && !hasChildren();
  process.exitCode = 0;
  process.channel.ref();
  process.send({ green });
});

// Its parent was ended: all that was started here ends, too.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.channel.ref();
process.send('ready');
