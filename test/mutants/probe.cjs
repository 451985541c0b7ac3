'use strict';
/**
 * Preloaded into the processes of a first run: records which mutants each test file reaches. Code that runs while
 * modules are loaded counts for every file of the process; code of a child process or a thread counts for every file of
 * its parent.
 */
const { appendFileSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { isMainThread, threadId } = require('node:worker_threads');

const isChild = process.env.MUTANTS_PROBED !== undefined || !isMainThread;
if (isMainThread) process.env.MUTANTS_PROBED = 'yes';

let loading = 0;
const load = Module._load;
Module._load = function (...args) {
  loading += 1;
  try {
    return load.apply(this, args);
  } finally {
    loading -= 1;
  }
};

const written = join(process.env.MUTANTS_COVERAGE, `${process.pid}-${threadId}`);

/** Counts of mutants; each id is written when first reached, because a child or a thread may be killed at any time. */
function writtenAtOnce() {
  const writing = {
    set(_none, id, count, counts) {
      try {
        appendFileSync(`${written}.txt`, `${id}\n`);
      } catch {
        // The folder no longer exists: this process has outlived its test.
      }
      return Reflect.defineProperty(counts, id, { value: count, writable: true, enumerable: true, configurable: true });
    },
  };
  return Object.create(new Proxy({}, writing));
}

const coverage = { static: isChild ? writtenAtOnce() : {}, perTest: {} };
globalThis.__stryker__ = {
  mutantCoverage: coverage,
  /** test/runner/several.cjs sets the program's path to the test file that it runs. */
  get currentTestId() {
    return isChild || loading > 0 ? undefined : process.argv[1];
  },
};

if (!isChild) {
  process.on('exit', () => {
    const perTest = Object.entries(coverage.perTest).map(([file, hits]) => [file, Object.keys(hits)]);
    const found = { atLoad: Object.keys(coverage.static), elsewhere: [], perTest: Object.fromEntries(perTest) };
    writeFileSync(`${written}.json`, JSON.stringify(found));
  });
}
