import { join, resolve } from 'node:path';
import { changedSince, trackedFiles } from './changes.mjs';
import { runNode } from './execute.mjs';
import { ROOT } from './files.mjs';

/** No stage takes nearly as long; one that does hangs. */
const STAGE_LIMIT_S = 1500;
/** A tenth of a pass over all mutants may take so long. */
const MUTANTS_LIMIT_S = 4 * 3600;

/** What the tools know of an earlier run. All of it may be deleted. */
const KEPT = '.cache/stages';

/**
 * A piece of work that runs a program of the project as a stage, prints in one line how it ended, and adds to the report where it did not
 * end well.
 */
function stage(report, name, about, program, args, limit = STAGE_LIMIT_S) {
  return async () => {
    const path = resolve(ROOT, program);
    const { output, stopped, ended, seconds } = await runNode([path, ...args], limit);
    const green = stopped === null && ended === 'exit code 0';
    console.log(`${green ? 'ok  ' : 'FAIL'} ${name}: ${about} (${seconds.toFixed(1)} s)`);
    report.addStage(`${name}: ${about}`, seconds);
    if (green) return;
    console.log(output.trimEnd());
    report.addProblem(stopped === null ? `${name} failed` : `${name}: ${stopped}`);
  };
}

/** The programs that the compiler knows: the box with its tests, and the pages, which run in a browser. */
const PROGRAMS = [
  {
    about: 'the box and its tests',
    project: 'tsconfig.json',
    holds: (path) => !path.startsWith('src/interfaces/web/client/'),
  },
  { about: 'the pages', project: 'src/interfaces/web/client/tsconfig.json', holds: (path) => path.startsWith('src/') },
];

/** Checks the types of the programs to which one of these files belongs, or of all. The compiler keeps what it has learned of each file. */
export function types(report, changed) {
  return PROGRAMS.filter(({ holds }) => changed === undefined || changed.some(holds)).map(({ about, project }, at) => {
    const kept = join(KEPT, `types-${at}-${project.replaceAll('/', '-')}.tsbuildinfo`);
    const args = ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', resolve(ROOT, kept)];
    return stage(report, 'Types', about, 'node_modules/typescript7/bin/tsc', args);
  });
}

/** The rules of the house, by ESLint; without a cache: whether a file is in a circle depends on others. */
function houseRules(report, files, about) {
  const args = ['--no-warn-ignored', ...files];
  return stage(report, 'Lint', `${about}, rules of the house`, 'node_modules/eslint/bin/eslint.js', args);
}

/** Those of TypeScript, by oxlint (.oxlintrc.json); with those that need types, or without. */
function typedRules(report, files, about, { withTypes }) {
  const args = [...(withTypes ? ['--type-aware'] : []), ...files];
  return stage(report, 'Lint', about, 'node_modules/oxlint/bin/oxlint', args);
}

/** All rules, without those that need types. */
export function lint(report, files, about) {
  return [houseRules(report, files, about), typedRules(report, files, about, { withTypes: false })];
}

/** Avoided words and long lines in the documents and in the comments of the box. */
export function english(report) {
  return stage(report, 'English', 'documents and comments', 'scripts/lint/english.mjs', []);
}

/** Exports of the box that nothing needs. */
export function unneededExports(report) {
  return stage(report, 'Exports', 'that nothing needs', 'scripts/lint/exports.mjs', []);
}

export function format(report, files, about) {
  const kept = ['--cache', '--cache-strategy', 'content', '--cache-location', `${KEPT}/prettier`];
  const args = ['--check', '--ignore-unknown', '--log-level', 'warn', ...kept, ...files];
  return stage(report, 'Format', about, 'node_modules/prettier/bin/prettier.cjs', args);
}

/** Builds the pages alone, which tests in a browser load from dist/web. */
export function buildPages(report) {
  return stage(report, 'Build', 'the pages', 'build.mjs', ['--pages']);
}

/** In CI ESLint and prettier look at what so many commits have changed, and at one of so many parts of the rest. */
const RECENT = 'HEAD~20';
const PARTS = 5;

/**
 * The files that the CI lane looks at, by the commit; all where git does not know the project. Enough for what looks at one file at a time, and
 * for circles of imports, as a new one runs through a changed file.
 */
function filesOfPart() {
  const all = trackedFiles();
  if (all === undefined) return ['.'];
  const part = Number(process.env['TEST_PART'] ?? 0) % PARTS;
  const recent = new Set(changedSince(RECENT));
  return all.filter((file, at) => recent.has(file) || at % PARTS === part);
}

/** All of the project, the longest first; in the CI lane a part of what is looked at file by file. */
export function wholeProject(report, lane) {
  const [files, about] = lane === 'ci' ? [filesOfPart(), 'what changed, and a part'] : [['.'], 'the whole project'];
  return [
    houseRules(report, files, about),
    typedRules(report, ['.'], 'the whole project', { withTypes: true }),
    ...types(report),
    english(report),
    unneededExports(report),
    format(report, files, about),
  ];
}

/** A pass over all mutants takes so many nights. */
const NIGHTS = 10;
const DAY_MS = 86_400_000;

/** The part of a pass over all mutants that a night tries, as for `npm run mutants -- --part`; `time` in UTC ms. */
export function partOfNight(time) {
  return `${(Math.floor(time / DAY_MS) % NIGHTS) + 1}/${NIGHTS}`;
}

/** This night's part of the mutants; fails when one survives that was noticed before (docs/decisions/0061-whole-passes.md). */
export function mutants(report) {
  const part = partOfNight(Date.now());
  const args = ['test/mutants/main.ts', '--part', part];
  return stage(report, 'Mutants', `part ${part}`, 'node_modules/tsx/dist/cli.mjs', args, MUTANTS_LIMIT_S);
}
