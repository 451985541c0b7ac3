'use strict';
/**
 * `node --require keptCode.cjs BUNDLE.cjs …` keeps beside each file of the bundle what V8 compiled of it when it first ran, and takes it from
 * there afterwards: a quarter of what a short command costs is compiling.
 */
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

Module._extensions['.cjs'] = (module, path) => {
  const source = readFileSync(path, 'utf8').replace(/^#!.*/, '');
  const kept = `${path}.v8`;
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
  const script = new Script(Module.wrap(source), { filename: path, cachedData });
  if (cachedData === undefined) {
    process.once('exit', () => {
      const temporary = `${kept}.${process.pid}`;
      try {
        writeFileSync(temporary, script.createCachedData());
        renameSync(temporary, kept); // another command may read it at this moment
      } catch {
        // In a guest the command may not write beside the bundle: nothing is kept.
      }
    });
  }
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, Module.createRequire(path), module, path, dirname(path));
};
