/**
 * The fast lane, `npm run quick`: types, lint and format of what has changed, and the tests nearest to it.
 *
 * Changed is what differs from the merge base with main (`--base REV`: from another commit), with what is not committed.
 * Types are those of the whole program, since a change may break them elsewhere; the compiler remembers what it knows in
 * .cache/. Lint leaves out the rules that need types: they take minutes, and scripts/test checks them. The pages are built anew where
 * they have changed. The tests nearest to the change are taken until `--budget S` (45) seconds of them are chosen, by the time that each
 * took in the last whole run (test/runner/durations.json); what is left out is named. Proofs try as few cases as in CI. `--list` only prints
 * what would run.
 *
 * Nothing here replaces scripts/test.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { baseOf, changedSince } from './runner/changes.mjs';
import { DURATIONS, expectedSeconds, readDurations } from './runner/durations.mjs';
import { endWithSignals, jobsAtOnce, runPool, runTests } from './runner/execute.mjs';
import { allSources, byProcess, isAlone, ROOT } from './runner/files.mjs';
import { environmentOf } from './runner/lanes.mjs';
import { Report } from './runner/report.mjs';
import { belongingTests, RANKS, withinBudget } from './runner/selection.mjs';
import { buildPages, english, format, lint, types } from './runner/stages.mjs';
import { compileAll } from './runner/typescript.cjs';

const NAMED_AT_MOST = 12;
const LINTED = /\.(?:tsx?|mjs|cjs|js)$/;
const ENGLISH = /^(?:README\.md|docs\/|src\/|scripts\/lint\/english\.)/;
const TYPED = /^(?:src|test)\/.*\.tsx?$|tsconfig\.json$|^package-lock\.json$/;
/** What the pages are built from: their own files, and what they share with the box. */
const PAGES = /^src\/(?:interfaces\/web\/client|base|sdk)\//;

const report = new Report();
const durations = readDurations();

/** Runs tests after the build that they need; those that run alone come last. */
async function runChosen(tests) {
  const bySeconds = [...tests].sort(
    (one, other) => expectedSeconds(other, durations) - expectedSeconds(one, durations),
  );
  const start = performance.now();
  let failed = 0;
  const test = (files) => () =>
    runTests(files, (result) => {
      report.addTest(result);
      if (result.problem === null) return;
      failed += 1;
      console.log(`${report.lineOf(result)}\n  ${result.problem}`);
    });
  const share = (files) =>
    spread(files, jobsAtOnce())
      .flatMap((list) => byProcess(list))
      .map(test);
  await runPool(share(bySeconds.filter((file) => !isAlone(file))), jobsAtOnce());
  await runPool(
    bySeconds.filter(isAlone).map((file) => test([file])),
    1,
  );
  if (tests.length === 0) return;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} Tests: ${tests.length} files, ${failed} of them failed (${seconds} s)`,
  );
}

/** As many lists as there are jobs, each of about the same time. */
function spread(files, jobs) {
  const lists = Array.from({ length: jobs }, () => ({ files: [], seconds: 0 }));
  for (const file of files) {
    const shortest = lists.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    shortest.files.push(file);
    shortest.seconds += expectedSeconds(file, durations);
  }
  return lists.map((list) => list.files).filter((list) => list.length > 0);
}

const total = (tests) => Math.round(tests.reduce((seconds, test) => seconds + test.seconds, 0));
const files = (count) => (count === 1 ? '1 file' : `${count} files`);

function explain({ chosen, leftOut }, budget) {
  console.log(`Tests that belong to it: ${files(chosen.length)}, about ${total(chosen)} s one after another`);
  for (const [rank, name] of RANKS.entries()) {
    const count = chosen.filter((test) => test.rank === rank).length;
    if (count > 0) console.log(`  ${name}: ${count}`);
  }
  if (leftOut.length > 0) {
    console.log(
      `Left out, beyond ${budget} s: ${files(leftOut.length)}, about ${total(leftOut)} s (--budget ${budget * 4})`,
    );
    for (const { file } of leftOut.slice(0, NAMED_AT_MOST)) console.log(`  ${file}`);
    if (leftOut.length > NAMED_AT_MOST) console.log(`  and ${leftOut.length - NAMED_AT_MOST} more: --list names them`);
  }
}

function list({ chosen, leftOut }) {
  for (const { file, rank, seconds } of chosen) console.log(`run   ${file} (${RANKS[rank]}, ${seconds} s)`);
  for (const { file, rank, seconds } of leftOut) console.log(`leave ${file} (${RANKS[rank]}, ${seconds} s)`);
}

async function quick({ base: asked, budget, list: onlyList }) {
  const base = baseOf(asked);
  if (base === undefined) {
    report.addProblem(asked === undefined ? 'this is not a git repository' : `git knows no commit ${asked}`);
    return;
  }
  // Whole runs write the durations, not the person whose change this is.
  const changed = changedSince(base.commit).filter((path) => path !== DURATIONS);
  const here = changed.filter((path) => existsSync(resolve(ROOT, path)));
  console.log(`Changed since ${base.name}: ${files(changed.length)}`);
  if (changed.length === 0) return;
  const selection = withinBudget(belongingTests(changed, durations), budget);
  explain(selection, budget);
  if (onlyList) {
    list(selection);
    return;
  }
  Object.assign(process.env, environmentOf('ci'));
  const tests = selection.chosen.map(({ file }) => file);
  const linted = here.filter((path) => LINTED.test(path));
  const built = async () => {
    await compileAll(allSources());
    if (changed.some((path) => PAGES.test(path))) await buildPages(report)();
    await runChosen(tests);
  };
  const stages = [
    ...(changed.some((path) => TYPED.test(path)) ? types(report, changed) : []),
    ...(linted.length > 0 ? lint(report, linted, files(linted.length)) : []),
    ...(changed.some((path) => ENGLISH.test(path)) ? [english(report)] : []),
    ...(here.length > 0 ? [format(report, here, files(here.length))] : []),
  ];
  await Promise.all([runPool(stages, 1), tests.length > 0 ? built() : undefined]);
}

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    budget: { type: 'string', default: '45' },
    list: { type: 'boolean', default: false },
  },
});
endWithSignals();
const asked = { ...values, budget: Number(values.budget) };
if (!(asked.budget >= 0)) report.addProblem(`--budget ${values.budget} is not a number of seconds`);
else await quick(asked);
report.print();
