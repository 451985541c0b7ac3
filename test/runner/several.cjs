'use strict';
/**
 * `node --require ./register.cjs several.cjs END FILE.ts…` runs test files one after another in one process, which loads what
 * they share once. A file begins when nothing of the one before is left to do: what would keep a process from its end, such as
 * a leaked timer, does so here, too. END is printed between two files. After one that is not green, or that leaves a process
 * running, this one ends. Before each END, and at the exit, a line reports the CPU time of the file, with its children.
 */
const { existsSync, readFileSync } = require('node:fs');
const { resolve } = require('node:path');
// First of all: where a certificate is parsed before anything has loaded TLS, Node 20 loads its parts in an order that leaves
// tls.createSecureContext undefined for the files behind it.
require('node:tls');
const { cpuSecondsOfChildren, cpuSecondsOfProcess } = require('./cpu.cjs');

const [end, ...files] = process.argv.slice(2).map((given, at) => (at === 0 ? given : resolve(given)));

// By one pipe, so that all that a file says comes before its end.
process.stderr.write = process.stdout.write.bind(process.stdout);

let reported = 0;

/** Reports the CPU time since the last report, in a line of its own. */
function reportCpu() {
  const total = cpuSecondsOfProcess() + cpuSecondsOfChildren();
  process.stdout.write(`# cpu ${(total - reported).toFixed(2)} s\n`);
  reported = total;
}

function begin() {
  process.exitCode = undefined;
  // The lists of tests that uvu runs, each with a name first.
  globalThis.UVU_QUEUE?.splice(0, Infinity, [null]);
  process.argv = [process.argv[0], files[0]];
  require(files.shift());
}

/** Does something still run that was started here? */
function hasChildren() {
  const children = `/proc/self/task/${process.pid}/children`;
  return existsSync(children) && readFileSync(children, 'utf8') !== '';
}

process.on('beforeExit', () => {
  // uvu sets it when it has run all tests.
  if (process.exitCode !== 0 || files.length === 0 || hasChildren()) return;
  reportCpu();
  process.stdout.write(end);
  begin();
});
process.on('exit', reportCpu);
begin();
