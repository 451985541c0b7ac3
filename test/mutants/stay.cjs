'use strict';
/**
 * A reused process: loads the source once and runs one test file after another, each with one mutant or none, as its
 * parent requests over IPC. A file has ended when the process has nothing left to do, as in test/runner/several.cjs.
 *
 * The request is `{ file, mutant }`; `mutant` is null for none. The process answers `failed` at the first failing test
 * and skips the file's remaining tests, and `{ green }` when the file has ended. An exception outside of tests ends the
 * process.
 */
const { existsSync, readFileSync } = require('node:fs');
const { resolve, sep } = require('node:path');
// First; several.cjs states the reason.
require('node:tls');

const TESTS = resolve('test') + sep;
/** Shared helpers of tests are loaded once, as in a usual run. */
const SHARED = ['kit', 'runner'].map((name) => TESTS + name + sep);

let failed = false;

/** Skips the tests after one that failed. */
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

/** Unloads test files and the helpers in their folders, so that the next run loads them again. */
function forgetTests() {
  for (const path of Object.keys(require.cache)) {
    if (path.startsWith(TESTS) && !SHARED.some((folder) => path.startsWith(folder))) delete require.cache[path];
  }
  module.children.length = 0;
}

/** Activates a mutant here, and through the environment in children and threads. */
function switchTo(mutant) {
  const stryker = (globalThis.__stryker__ ??= {});
  stryker.activeMutant = mutant ?? undefined;
  if (mutant === null) delete process.env.__STRYKER_ACTIVE_MUTANT__;
  else process.env.__STRYKER_ACTIVE_MUTANT__ = mutant;
}

/** Threads that are running. */
const threads = new Set();
process.on('worker', (thread) => {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
});

/** Ends the threads of the previous run: a thread keeps the mutant that was active when it started. */
async function endThreads() {
  await Promise.all(Array.from(threads, (thread) => thread.terminate()));
}

/** True while a child process is running. */
function hasChildren() {
  const children = `/proc/self/task/${process.pid}/children`;
  return existsSync(children) && readFileSync(children, 'utf8') !== '';
}

let running = false;

process.on('message', async ({ file, mutant }) => {
  await endThreads();
  // Otherwise the channel would keep the event loop alive, and `beforeExit` would not show the end of the file.
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
  // uvu sets the exit code when it has run all tests.
  const green = process.exitCode === 0 && !failed && !hasChildren();
  process.exitCode = 0;
  process.channel.ref();
  process.send({ green });
});

// The parent has ended: end this process and its children.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.channel.ref();
process.send('ready');
