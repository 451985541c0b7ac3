'use strict';
/**
 * `node --require keptCode.cjs BUNDLE.cjs …` keeps what V8 compiled of each file of the bundle when it first ran, and takes it from there
 * afterwards: a quarter of what a short command costs is compiling. It is kept in a folder `code` beside that of the bundle, where
 * there is one.
 */
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

Module._extensions['.cjs'] = (module, path) => {
  const source = readFileSync(path, 'utf8').replace(/^#!.*/, '');
  // Another Node compiles otherwise.
  const kept = join(dirname(dirname(path)), 'code', `${basename(path)}.${process.version}`);
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
  const script = new Script(Module.wrap(source), { filename: path, cachedData });
  if (cachedData === undefined && existsSync(dirname(kept))) {
    process.once('exit', () => {
      const temporary = `${kept}.${process.pid}`;
      try {
        writeFileSync(temporary, script.createCachedData());
        renameSync(temporary, kept); // another command may read it at this moment
      } catch {
        // In a guest, or as another user, the command may not write there: nothing is kept.
      }
    });
  }
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, Module.createRequire(path), module, path, dirname(path));
};
