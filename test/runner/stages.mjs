import { resolve } from 'node:path';
import { runNode } from './execute.mjs';
import { ROOT } from './files.mjs';

const STAGE_LIMIT_S = 1500;

/**
 * A piece of work that runs a program of node_modules as a stage, says in one line how it ended, and adds to the sum where it did not end
 * well.
 */
function stage(sum, name, about, program, args) {
  return async () => {
    const path = resolve(ROOT, 'node_modules', program);
    const { output, stopped, ended, seconds } = await runNode([path, ...args], STAGE_LIMIT_S);
    const green = stopped === null && ended === 'exit code 0';
    console.log(`${green ? 'ok  ' : 'FAIL'} ${name}: ${about} (${seconds.toFixed(1)} s)`);
    if (green) return;
    console.log(output.trimEnd());
    sum.addProblem(stopped === null ? `${name} failed` : `${name}: ${stopped}`);
  };
}

/** The compiler remembers what it knows in .cache/. */
export function types(sum) {
  const cache = ['--incremental', '--tsBuildInfoFile', '.cache/quick.tsbuildinfo'];
  return stage(sum, 'Types', 'the whole program', 'typescript/bin/tsc', ['--noEmit', ...cache]);
}

/** For the fast lane: what it knew of a file that has not changed may be wrong where its types have. */
const LINT_CACHE = ['--cache', '--cache-location', '.cache/eslint'];

export function lint(sum, files, about) {
  return stage(sum, 'Lint', about, 'eslint/bin/eslint.js', [...LINT_CACHE, ...files]);
}

export function format(sum, files, about) {
  const args = ['--check', '--ignore-unknown', '--log-level', 'warn', ...files];
  return stage(sum, 'Format', about, 'prettier/bin/prettier.cjs', args);
}

/** All of the project, the longest first, without what is known of earlier runs. */
export function wholeProject(sum) {
  const all = 'the whole project';
  const pages = ['--noEmit', '-p', 'src/web/client'];
  return [
    stage(sum, 'Lint', all, 'eslint/bin/eslint.js', ['.']),
    stage(sum, 'Types', 'the whole program', 'typescript/bin/tsc', ['--noEmit']),
    stage(sum, 'Types', 'the pages', 'typescript/bin/tsc', pages),
    format(sum, ['.'], all),
  ];
}
